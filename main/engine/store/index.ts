export * from './audit.ts';
export { openStore, type Store, type StoreOptions } from './open.ts';
export { StoreProblem, type StoreProblemCode } from './problem.ts';
export * from './receiver-keys.ts';
export * from './sequence.ts';
export * from './settings.ts';
export type { ReadTransaction, SqlValue, WriteTransaction } from './transaction.ts';
