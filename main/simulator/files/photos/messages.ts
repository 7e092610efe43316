/** What is said between the server and the thread that makes photographs. */
import type { PhotoForm } from './develop.ts';
import type { Shot } from './shot.ts';

export interface PhotoOrder {
  call: number;
  shot: Shot;
  form: PhotoForm;
  megapixels: number;
}

export type PhotoAnswer = { call: number; jpeg: Uint8Array } | { call: number; failure: string };
