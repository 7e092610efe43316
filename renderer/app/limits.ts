/**
 * Limits of the contract, for counters on the screen. Their values are checked against the contract by type,
 * without taking the contract's schemas into the bundle: what is typed is checked in the engine.
 */
import type {
  closeReasonLimit as contractCloseReasonLimit,
  responseTextLimit as contractResponseTextLimit,
} from '#shared/contract/cancellations.ts';
import type {
  importFileLimit as contractImportFileLimit,
  uploadChunkBytes as contractUploadChunkBytes,
} from '#shared/contract/policy-imports.ts';
import type { liveKeyLimit as contractLiveKeyLimit } from '#shared/contract/receiver-keys.ts';

export const responseTextLimit: typeof contractResponseTextLimit = 500;
export const closeReasonLimit: typeof contractCloseReasonLimit = 500;
export const liveKeyLimit: typeof contractLiveKeyLimit = 2;
export const uploadChunkBytes: typeof contractUploadChunkBytes = 512 * 1024;
export const importFileLimit: typeof contractImportFileLimit = 200 * 1024 * 1024;
