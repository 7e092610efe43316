import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InstallationFolder } from '../../../../main/engine/backup/place.ts';
import { assembleJournal } from '../../../../main/engine/backup/second-copy/read.ts';
import { readMarker } from '../../../../main/engine/store/folder.ts';
import { copied, filledFolder } from '../../../command-line/filled-folder.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { follow } from './follower.ts';
import { contentOf } from './house.ts';

test.each([
  ['is missing', (file: string) => rmSync(file)],
  ['is damaged', (file: string) => writeFileSync(file, 'x'.repeat(20_000))],
])('where what is derived %s, what arrived is followed all the same, and it is said', async (_, spoil) => {
  const dataDir = copied(await filledFolder(), temporaryFolder());
  spoil(join(dataDir, 'perito.db'));
  const place = temporaryFolder();
  const follower = follow(dataDir, place);
  await follower.until(
    ({ copiedAt, arrivals, database }) =>
      copiedAt !== null && arrivals.behind === 0 && database.since !== null,
  );
  await follower.kill();
  const folder = new InstallationFolder(place, readMarker(dataDir)?.installationId ?? '');
  const file = join(temporaryFolder(), 'journal.db');
  expect(await assembleJournal(folder, file)).toMatchObject({ cut: null });
  expect(contentOf(file)['entry']).toEqual(contentOf(join(dataDir, 'journal.db'))['entry']);
});
