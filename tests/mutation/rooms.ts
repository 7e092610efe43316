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
  cancellations: { files: engine('cancellations'), tests: tests('engine/cancellations') },
  records: { files: engine('records'), tests: tests('engine/records', 'engine/store') },
  claims: { files: engine('claims'), tests: tests('engine/claims', 'engine/ledger') },
  // The thread's own file runs where no mutation is switched on; what it does is tested over its port.
  receiver: { files: engine('receiver', ['receiver.worker']), tests: tests('engine/receiver') },
  reference: { files: engine('reference'), tests: tests('engine/reference') },
  policies: { files: engine('policies'), tests: tests('engine/policies') },
};
