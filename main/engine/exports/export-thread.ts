/** An export in a thread of its own: nobody else waits for it. */
import type { ExportFailure, ExportFormat, ExportSource } from '#shared/contract/exports.ts';
import type { Locale } from '#shared/terms.ts';
import { type OneTaskThread, startOneTaskThread } from '../one-task-thread.ts';
import { workerFile } from '../worker-file.ts';
import type { ExportProgress, WrittenExport } from './write-export.ts';

/** `workerData`. */
export interface ExportStart {
  dataDir: string;
  source: ExportSource;
  format: ExportFormat;
  locale: Locale;
  to: string;
  by: string;
  version: string;
  at: number;
}

/** Both ends are this program in one process, so the types are trusted. */
export type FromExportThread = { type: 'progress'; progress: ExportProgress } | ExportEnd;

type ExportEnd =
  | { type: 'written'; written: WrittenExport }
  | { type: 'failed'; code: ExportFailure; detail: string };

export type ExportThread = OneTaskThread<ExportEnd>;

/** A page of rows, or a whole document of some thousand rows. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

export function startExport(
  start: ExportStart,
  onProgress: (progress: ExportProgress) => void,
): ExportThread {
  const file = workerFile({ source: '../export.worker.ts', built: 'export-worker.js' }, import.meta.url);
  return startOneTaskThread<ExportProgress, ExportEnd>(
    { file, options: { workerData: start, name: 'perito export', resourceLimits } },
    (detail) => ({ type: 'failed', code: 'other', detail }),
    onProgress,
  );
}
