/**
 * Limits of the contract, for counters on the screen. Their values are checked against the contract by type,
 * without taking the contract's schemas into the bundle: what is typed is checked in the engine.
 */
import type {
  maxCloseReason as contractMaxCloseReason,
  maxResponseText as contractMaxResponseText,
} from '#shared/contract/cancellations.ts';
import type {
  maxImportFileBytes as contractMaxImportFileBytes,
  uploadChunkBytes as contractUploadChunkBytes,
} from '#shared/contract/policy-imports.ts';
import type { maxLiveKeys as contractMaxLiveKeys } from '#shared/contract/receiver-keys.ts';

export const maxResponseText: typeof contractMaxResponseText = 500;
export const maxCloseReason: typeof contractMaxCloseReason = 500;
export const maxLiveKeys: typeof contractMaxLiveKeys = 2;
export const uploadChunkBytes: typeof contractUploadChunkBytes = 512 * 1024;
export const maxImportFileBytes: typeof contractMaxImportFileBytes = 200 * 1024 * 1024;
