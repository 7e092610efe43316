/**
 * What the engine and the thread that fetches files say to each other. Both ends are this program in one process, so
 * the types are trusted; what comes from the network is checked in the thread.
 */
import type { FetchHop, FetchOutcome, FetchProgress, FetchRules, FetchTask } from './task.ts';

export type ToFetcher =
  | { type: 'fetch'; call: number; task: FetchTask; rules: FetchRules }
  | { type: 'giveUp'; call: number };

export type FromFetcher =
  /** The system's authorities could not be read; why, in the system's word. */
  | { type: 'trustsOnlyBundled'; word: string }
  | { type: 'hop'; call: number; hop: FetchHop }
  | { type: 'progress'; call: number; progress: FetchProgress }
  | { type: 'outcome'; call: number; outcome: FetchOutcome };
