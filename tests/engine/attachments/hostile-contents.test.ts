/**
 * Files whose bytes are not what they are said to be, named by a report that a running Perito took: each is kept, shown
 * only where it was decoded here, and the reason stands where staff see it; nothing of them is ever handed to the screen
 * as what it pretends to be.
 */
import { expect, test } from 'vitest';
import { type FileBehaviourName, makeReportOfBehaviours, openFiles } from '../../../main/simulator/index.ts';
import type { Attachment } from '../../../shared/contract/attachments.ts';
import { startPerito } from '../../e2e/perito.ts';
import { sendReport } from '../../files/reports.ts';
import { until } from '../../files/settled.ts';
import { purchaseOrder } from '../orders.ts';

const key = 'mercado@prueba.example:clave';

type Expected = [state: string, shownAs: string | null, problem: string | null];

const table: Partial<Record<FileBehaviourName, Expected>> = {
  empty: ['queued', null, 'empty'],
  htmlAsJpeg: ['stored', 'downloadOnly', 'activeContent'],
  svgAsJpeg: ['stored', 'downloadOnly', 'activeContent'],
  gifAndScript: ['stored', 'downloadOnly', 'polyglot'],
  jpegAndZip: ['stored', 'downloadOnly', 'polyglot'],
  pdfAndHtml: ['stored', 'downloadOnly', 'polyglot'],
  pngBomb: ['stored', 'downloadOnly', 'tooManyPixels'],
  jpegBomb: ['stored', 'downloadOnly', 'tooManyPixels'],
  truncatedJpeg: ['stored', 'image', 'incomplete'],
  pngAsJpeg: ['stored', 'image', 'notWhatItSays'],
  textAsPdf: ['stored', 'downloadOnly', 'unknownType'],
  heic: ['stored', 'downloadOnly', 'notDecodable'],
  webp: ['stored', 'image', null],
  // Markup where a camera names its maker.
  hostileExif: ['stored', 'downloadOnly', 'polyglot'],
};
const names = Object.keys(table) as FileBehaviourName[];

test('bytes that are not what they say are kept, never shown as what they pretend, and the reason is seen', async () => {
  await using files = await openFiles({ seed: 3, megapixels: 0.02 });
  await using perito = await startPerito({ keys: key, attachmentHosts: [new URL(files.url).host] });
  const recordId = await sendReport(perito, makeReportOfBehaviours(files.url, names));

  let all: Attachment[] = [];
  await until(perito.client, async () => {
    expect(await perito.post('/purchaseOrders', purchaseOrder(1))).toBe(200);
    all = await perito.client.attachments.list({ recordId });
    const isOver = ({ content, problem }: Attachment) =>
      (content === null ? problem : content.shownAs) !== null;
    return all.length === names.length && all.every(isOver);
  });
  const found = all.map(({ filename, state, content, problem }) => [
    filename.split('.')[0],
    [state, content?.shownAs ?? null, content?.problem?.code ?? problem?.code ?? null],
  ]);
  expect(Object.fromEntries(found)).toEqual(table);

  for (const { id, filename, content } of all) {
    if (content === null) continue;
    // As a picture of the page asks for it.
    const answer = await fetch(`${perito.consoleUrl}/attachments/${id}/original`, {
      headers: { authorization: `Bearer ${perito.consoleToken}`, 'sec-fetch-dest': 'image' },
    });
    await answer.arrayBuffer();
    const type = answer.headers.get('content-type');
    if (content.shownAs === 'image') expect([filename, type]).toEqual([filename, content.mediaType]);
    else expect([filename, answer.status]).toEqual([filename, 403]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  // What a camera says of itself is as hostile as the rest.
  const told = JSON.stringify(all.map(({ content }) => content?.photo));
  expect(told).not.toMatch(/<|[\p{Cc}\p{Cf}]|DROP TABLE/u);
});
