import type { Passage } from '#shared/contract/receiver-keys.ts';

/** A secret on its way between the person and the shell, and which way it goes; null while none is. */
export type Passing = { passage: Passage; collecting: boolean } | null;
