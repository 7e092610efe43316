import type { Reporter, TestModule } from 'vitest/node';

/** How much of what a failed test says is said once more at the end, in characters. */
const maxMessage = 300;
const slowestFiles = 12;

/**
 * Ends the run with what is wanted of a long one whose beginning is out of sight: the slowest files, every skipped test by name,
 * every failed one with the beginning of its message, and one line: `N passed, N failed, N skipped`.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[] = []): void {
    const failed: string[] = [];
    const skipped = new Map<string, string[]>();
    let passed = 0;
    for (const module of modules) {
      const file = nameOf(module);
      // A file that failed before or beside its tests counts as one failure.
      const beside = [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
      ];
      if (beside.length > 0) failed.push(said(file, beside));
      const names: string[] = [];
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed.push(said(`${file} > ${test.fullName}`, errors));
        else names.push(test.fullName);
      }
      if (names.length > 0) skipped.set(file, names);
    }
    const slowest = [...modules].sort((one, other) => durationOf(other) - durationOf(one));
    for (const module of slowest.slice(0, slowestFiles))
      console.log(`${(durationOf(module) / 1000).toFixed(1).padStart(6)} s  ${nameOf(module)}`);
    for (const [file, names] of skipped)
      console.log(`skipped in ${file}:${names.map((name) => `\n  ${name}`).join('')}`);
    for (const one of failed) console.log(`failed: ${one}`);
    for (const { message } of unhandled) console.log(`unhandled: ${message.slice(0, maxMessage)}`);
    const skips = [...skipped.values()].flat().length;
    console.log(`${passed} passed, ${failed.length} failed, ${skips} skipped`);
  }
}

const nameOf = ({ project, relativeModuleId }: TestModule): string =>
  project.name === 'postgres' ? `${relativeModuleId} on PostgreSQL` : relativeModuleId;

const durationOf = (module: TestModule): number => module.diagnostic().duration;

const said = (what: string, errors: readonly { message: string }[] | undefined): string =>
  `${what}\n  ${(errors?.[0]?.message ?? '').slice(0, maxMessage)}`;
