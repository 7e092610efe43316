/** Has a start give back what a database does not use any more, and says in the log what came of it. */
import { lowWaterBytes } from './disk/index.ts';
import type { EngineLog } from './log.ts';
import { type Compaction, type CompactionProgress, compactDatabase, compactJournal } from './store/index.ts';

interface AtStart {
  dataDir: string;
  log: EngineLog;
  onProgress: (progress: CompactionProgress) => void;
}

/** Before the journal is opened. Never throws: what is wrong with the directory is for whoever opens it to say. */
export async function compactJournalAtStart({ dataDir, log, onProgress }: AtStart): Promise<void> {
  tell(log, 'journal', await compactJournal(dataDir, { onProgress, leftFree: lowWaterBytes }));
}

/** Before the database is opened, in the process that has its journal open; see `compactDatabase`. */
export async function compactDatabaseAtStart(
  { dataDir, log, onProgress }: AtStart,
  leave: () => Promise<void>,
): Promise<void> {
  tell(log, 'database', await compactDatabase(dataDir, leave, { onProgress, leftFree: lowWaterBytes }));
}

function tell(log: EngineLog, of: 'journal' | 'database', compaction: Compaction | null): void {
  if (compaction === null) return;
  const { outcome, ...found } = compaction;
  if (outcome === 'compacted') log.info({ of, ...found }, 'Space that was not used any more was given back.');
  else if (outcome === 'noRoom')
    log.warn(
      { of, ...found },
      'There is too little room on the disk to give back what is not used any more.',
    );
  else if (outcome === 'inUse')
    log.warn({ of }, 'What is not used any more is given back at a start at which nobody else reads it.');
  else log.warn({ of, err: compaction.cause }, 'What is not used any more could not be given back.');
}
