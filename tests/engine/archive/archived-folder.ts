/** A data directory after a working day with photos and papers in it, and a bundle of it. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newSigningKey } from '../../../main/engine/archive/signing.ts';
import { type WrittenBundle, writeBundle } from '../../../main/engine/archive/write-bundle.ts';
import {
  findAttachment,
  insertAnnotation,
  insertContent,
  insertNote,
  insertSimilarContents,
  listAttachmentsInState,
  openStoreInFiles,
  setAttachmentStored,
  updateContentFacts,
} from '../../../main/engine/store/index.ts';
import { filledFolder } from '../../command-line/filled-folder.ts';
import { takePhoto } from '../../e2e/photo-report.ts';
import { samplePdf } from '../../e2e/sample-pdf.ts';
import { copyOfShared } from '../../shared-folder.ts';

/** As `filledFolder`, and the first attachments are stored: photos, two of which look alike, a paper, and a picture that no browser shows. */
export const folderWithPhotos = (): Promise<string> => copyOfShared('with-photos', makeFolderWithPhotos);

async function makeFolderWithPhotos(): Promise<string> {
  const dataDir = await filledFolder();
  const photos = await Promise.all(
    [0, 1, 2].map((position) => takePhoto(`archivo-${position}`, { position, megapixels: 0.3 })),
  );
  const paper = samplePdf({ pages: [{ lines: ['Acta policial'] }] });
  const store = openStoreInFiles({ dataDir });
  try {
    const ids = await store.read((tx) => listAttachmentsInState(tx, 'awaitingApproval', 0, 24));
    for (const [index, id] of ids.entries()) {
      const row = await store.read((tx) => findAttachment(tx, id));
      if (row === undefined) continue;
      const isPicture = row.role === 'picture';
      const isHeic = isPicture && index % 5 === 4;
      const bytes = isPicture ? (photos[index % 3] ?? Buffer.alloc(0)) : paper;
      const content = isHeic ? Buffer.concat([Buffer.from('heic'), bytes]) : bytes;
      const sha256 = createHash('sha256').update(content).digest();
      const name = sha256.toString('hex');
      put(join(dataDir, 'attachments', 'content', name.slice(0, 2), name), content);
      if (isHeic)
        put(join(dataDir, 'attachments', 'previews', name.slice(0, 2), `${name}-preview.jpg`), bytes);
      const mediaType = isHeic ? 'image/heic' : isPicture ? 'image/jpeg' : 'application/pdf';
      await store.write(async (tx) => {
        await insertContent(tx, sha256, content.length, 1_790_000_000_000);
        await updateContentFacts(
          tx,
          sha256,
          {
            mediaType,
            shownAs: isPicture ? 'image' : 'pdf',
            problem: null,
            detail: null,
            width: isPicture ? 640 : null,
            height: isPicture ? 480 : null,
            hasPreviews: isHeic,
            photo: null,
            perceptualHash: null,
          },
          1,
        );
        await setAttachmentStored(tx, id, sha256, 1_790_000_000_000);
        if (index > 0) return;
        const by = { at: 1_790_000_000_000, who: 'Ana Prueba' };
        await insertAnnotation(tx, {
          ...{ attachmentId: id, ...by, text: 'El golpe está aquí <b>' },
          shape: JSON.stringify({ kind: 'point', x: 0.5, y: 0.5 }),
        });
        await insertNote(tx, {
          recordId: row.recordId,
          ...by,
          text: 'Nota con </script><img src=x onerror=alert(1)>',
        });
      });
    }
    const [first, second] = photos.map((photo) => createHash('sha256').update(photo).digest());
    if (first !== undefined && second !== undefined)
      await store.write((tx) => insertSimilarContents(tx, first, second, 4));
  } finally {
    await store.close();
  }
  return dataDir;
}

function put(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, content, { mode: 0o600 });
}

/** A bundle of all or some of a data directory, signed by a key of its own. */
export async function bundleOf(
  dataDir: string,
  to: string,
  choice: Partial<Parameters<typeof writeBundle>[0]['choice']> = {},
  passphrase: string | null = null,
): Promise<WrittenBundle> {
  const key = newSigningKey();
  return writeBundle({
    dataDir,
    to,
    version: '0.0.0',
    choice: { claims: [], kinds: [], from: null, until: null, ids: [], ...choice },
    signingKey: async () => key,
    passphrase,
  });
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
