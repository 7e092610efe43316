/**
 * The rooms of rules whose tests are tried by mutation: the files that are changed, and the tests that must notice. What
 * is left out is named with its reason.
 */
export interface Room {
  /** Globs from the project's folder; with `!` before them those that are left out. */
  files: readonly string[];
  /** Globs of the tests that are run, from the project's folder. */
  tests: readonly string[];
}

const engine = (room: string, leftOut: readonly string[] = []): readonly string[] => [
  `main/engine/${room}/*.ts`,
  ...leftOut.map((file) => `!main/engine/${room}/${file}.ts`),
];
const tests = (...folders: readonly string[]): readonly string[] =>
  folders.map((folder) => `tests/${folder}/**/*.test.ts`);

export const rooms: Record<string, Room> = {
  rules: { files: ['shared/rules/*.ts'], tests: tests('shared') },
  findings: { files: engine('findings'), tests: tests('engine/findings') },
  // Random lives, and those of a whole engine, take seconds for each change; what they find is said by name in the others.
  cancellations: {
    files: engine('cancellations'),
    tests: ['open-calls', 'queries', 'state-machine', 'console', 'older-database'].map(
      (name) => `tests/engine/cancellations/${name}.test.ts`,
    ),
  },
  records: { files: engine('records'), tests: tests('engine/records', 'engine/ledger') },
  claims: {
    files: [...engine('claims'), ...engine('ledger')],
    tests: tests('engine/claims', 'engine/ledger'),
  },
  // The thread's own file runs where no mutation is switched on; what it does is tested over its port.
  receiver: {
    files: [...engine('receiver', ['receiver.worker']), ...engine('receiver/routes')],
    // Not those of other processes, and of the thread.
    tests: [
      'tests/engine/receiver/!(large-bodies|openapi|thread).test.ts',
      'tests/conformance/{requests,described-problems}.test.ts',
    ],
  },
  reference: { files: engine('reference'), tests: tests('engine/reference') },
  // Not those that kill a process, or read a file of millions of lines.
  policies: {
    files: engine('policies'),
    tests: ['lookups', 'owners', 'room', 'values', 'watched-folder'].map(
      (name) => `tests/engine/policies/${name}.test.ts`,
    ),
  },
};
