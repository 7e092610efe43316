/** The rooms of records on a database on disk, whose journal takes what is archived as the receiver's thread has it do. */

import type { VerifiedBundle } from '../../../main/engine/archived/index.ts';
import { type ArchivedRecords, createArchivedRecords } from '../../../main/engine/archived/index.ts';
import type { ReceiverConnection } from '../../../main/engine/receiver/index.ts';
import { openRecords } from '../records/house.ts';

const silent = { info() {}, warn() {}, error() {} };

export type ArchivingHouse = Awaited<ReturnType<typeof openRecords>> & {
  archived: ArchivedRecords;
  /** Has something happen each time before the journal is told what left. */
  beforeTold(act: () => Promise<void>): void;
  /** Resolves once the journal gave up what it was told to. */
  released(): Promise<void>;
};

export async function openArchivingHouse(
  options: Parameters<typeof openRecords>[0] = {},
): Promise<ArchivingHouse> {
  let archived: ArchivedRecords | null = null;
  const house = await openRecords({ ...options, onArchived: () => archived?.derived() });
  const { store, journal } = house;
  let act = async (): Promise<void> => {};
  let releasing: Promise<void> = Promise.resolve();
  const receiver: Pick<ReceiverConnection, 'archive' | 'release'> = {
    async archive(records) {
      await act();
      const receipts = await journal.append(records);
      await house.derived();
      return receipts;
    },
    release(upTo, except) {
      releasing = journal.release(upTo, new Set(except));
    },
  };
  const opened = createArchivedRecords({ store, receiver, log: silent });
  archived = opened;
  return {
    ...house,
    archived: opened,
    beforeTold(given) {
      act = given;
    },
    async released() {
      await opened.released();
      await releasing;
    },
    async close() {
      await opened.stop();
      await house.close();
    },
  };
}

/** A bundle as its run says, made when the log had so many entries. */
export const bundle = (name: string, auditId = Number.MAX_SAFE_INTEGER): VerifiedBundle => ({
  root: Buffer.from(name.padEnd(32, '.')).toString('hex'),
  file: `/archivos/${name}.perito`,
  secondFile: null,
  madeAt: Date.parse('2026-11-21T10:00:00Z'),
  bytes: 1000,
  claims: 1,
  records: 1,
  auditId,
});
