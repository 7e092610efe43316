import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with every skipped test by name, and one line: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped: string[] = [];
    let passed = 0;
    let failed = 0;
    for (const module of modules) {
      // A file that failed before or beside its tests counts as one failure.
      if (
        module.errors().length > 0 ||
        [...module.children.allSuites()].some((suite) => suite.errors().length > 0)
      )
        failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else skipped.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
    }
    for (const name of skipped) console.log(`skipped: ${name}`);
    console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  }
}
