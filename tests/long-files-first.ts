import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What is long however small its file is: a browser, a data directory that is made anew, and runs by chance. */
const isLong = /\/e2e\/|killed|rebuild|random|\/import\.test/;

/** Begins with the files that take longest, so that none of them is left over when all else is done. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [long, others] = [true, false].map((wanted) =>
      sorted.filter(({ moduleId }) => isLong.test(moduleId) === wanted),
    );
    return [...(long ?? []), ...(others ?? [])];
  }
}
