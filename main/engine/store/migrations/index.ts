import { firstLight } from './0001-first-light.ts';

/** The SQL of each schema version, in order: element 0 makes version 1. Never edit one that was released. */
export const migrations: readonly string[] = [firstLight];
