export type { KeyPlace } from './platform-key.ts';
export { createReference, type Reference } from './room.ts';
