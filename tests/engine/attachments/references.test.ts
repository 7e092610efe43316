import { expect, test } from 'vitest';
import { referencesIn } from '../../../main/engine/attachments/references.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentAttachment, incidentReport } from '../incident-reports.ts';
import { purchaseOrder } from '../orders.ts';

const namedBy = (kind: Parameters<typeof readContent>[0], body: object, platform: string | null = null) =>
  referencesIn(readContent(kind, body).content, platform);
const ofReport = (changes: Record<string, unknown>, platform?: string) =>
  namedBy('incidentReport', incidentReport(1, changes), platform);
const pictures = (list: unknown) => ({ attachmentsPictures: list, attachmentsDocuments: [] });

test('pictures come first, each list in the order of its numbering', () => {
  const named = ofReport({
    attachmentsPictures: [3, 1, 2].map((id) => incidentAttachment(id)),
    attachmentsDocuments: [incidentAttachment(9, { sequenceIndex: 0 })],
  });
  expect(
    named.map(({ role, position, pointer, marketplaceId }) => [role, position, pointer, marketplaceId]),
  ).toEqual([
    ['picture', 0, '/attachmentsPictures/1', 701],
    ['picture', 1, '/attachmentsPictures/2', 702],
    ['picture', 2, '/attachmentsPictures/0', 703],
    ['document', 0, '/attachmentsDocuments/0', 709],
  ]);
  expect(named[0]).toMatchObject({
    filename: 'foto 1.jpg',
    caption: 'Foto frontal',
    declaredType: 'image/jpeg',
    declaredSize: null,
    url: 'https://archivos.example.com/1.jpg',
    addressSource: 'fileFullPath',
    host: 'archivos.example.com',
    problem: null,
  });
});

test.each<[name: string, indexes: (number | null)[], order: number[]]>([
  ['without numbering: as they stand', [null, null, null], [0, 1, 2]],
  ['equal numbers: as they stand', [5, 5, 5], [0, 1, 2]],
  ['downwards', [30, 20, 10], [2, 1, 0]],
  ['some without a number: where they stand', [0, null, 2], [0, 1, 2]],
  ['negative ones first', [0, -1, 1], [1, 0, 2]],
])('%s', (_, indexes, order) => {
  const list = indexes.map((sequenceIndex, index) => incidentAttachment(index, { sequenceIndex }));
  const named = ofReport(pictures(list));
  expect(named.map(({ pointer }) => Number(pointer.split('/').at(-1)))).toEqual(order);
  expect(named.map(({ position }) => position)).toEqual([0, 1, 2]);
});

test('pointers lead into the body as it came: names in PascalCase, elements that are none left out', () => {
  const { attachmentsPictures: _, attachmentsDocuments: __, ...rest } = incidentReport(1);
  const body = {
    ...rest,
    AttachmentsPictures: [
      null,
      'foto',
      {
        SequenceIndex: 2,
        IncidentReportFormAttachmentId: 7,
        FileFullPath: 'https://fotos.example/7.jpg',
        Filename: 'siete.jpg',
      },
      7,
      { SequenceIndex: 1, IncidentReportFormAttachmentId: 8, FileFullPath: 'https://fotos.example/8.jpg' },
    ],
  };
  const named = namedBy('incidentReport', body);
  expect(named.map(({ marketplaceId, pointer, filename }) => [marketplaceId, pointer, filename])).toEqual([
    [8, '/AttachmentsPictures/4', '8.jpg'],
    [7, '/AttachmentsPictures/2', 'siete.jpg'],
  ]);
});

test.each<[name: string, list: unknown]>([
  ['null', null],
  ['absent', undefined],
  ['a text', 'foto.jpg'],
  ['an object', { 0: incidentAttachment(1) }],
  ['empty', []],
  ['of nothing', [null, null]],
])('a list that is %s names nothing', (_, list) => {
  expect(ofReport(pictures(list))).toEqual([]);
});

test('the same one named twice is two, each known again', () => {
  const list = [incidentAttachment(1), incidentAttachment(1), incidentAttachment(2)];
  const identities = ofReport(pictures(list)).map(({ identity }) => identity);
  expect(new Set(identities).size).toBe(3);
  expect(ofReport(pictures(list)).map(({ identity }) => identity)).toEqual(identities);
});

test.each<[name: string, before: Record<string, unknown>, after: Record<string, unknown>, isSame: boolean]>([
  [
    'its signature',
    { fileFullPath: 'https://fotos.example/1.jpg?sig=a' },
    { fileFullPath: 'https://fotos.example/1.jpg?sig=b' },
    true,
  ],
  ['its name', { originalFilename: 'a.jpg' }, { originalFilename: 'b.jpg' }, true],
  ['its caption', { incidentDocumentTypeName: 'a' }, { incidentDocumentTypeName: 'b' }, true],
  ['its number', { sequenceIndex: 1 }, { sequenceIndex: 2 }, true],
  ['its id', { incidentReportFormAttachmentId: 1 }, { incidentReportFormAttachmentId: 2 }, false],
  [
    'its path',
    { fileFullPath: 'https://fotos.example/1.jpg' },
    { fileFullPath: 'https://fotos.example/2.jpg' },
    false,
  ],
  [
    'its host',
    { fileFullPath: 'https://fotos.example/1.jpg' },
    { fileFullPath: 'https://otras.example/1.jpg' },
    false,
  ],
  [
    'a relative path',
    { fileFullPath: 'ir/1.jpg', baseUrl: null },
    { fileFullPath: 'ir/2.jpg', baseUrl: null },
    false,
  ],
  [
    "a relative path's signature",
    { fileFullPath: 'ir/1.jpg?sig=a', baseUrl: null },
    { fileFullPath: 'ir/1.jpg?sig=b', baseUrl: null },
    true,
  ],
])('with another value of %s it is known again or is another', (_, before, after, isSame) => {
  const [one] = ofReport(pictures([incidentAttachment(1, { previewFullPath: null, ...before })]));
  const [other] = ofReport(pictures([incidentAttachment(1, { previewFullPath: null, ...after })]));
  expect(one?.identity === other?.identity).toBe(isSame);
});

test('one that lies on the platform is the same one wherever the platform is', () => {
  const list = [
    incidentAttachment(1, { fileFullPath: '/files/1.jpg', baseUrl: null, previewFullPath: null }),
  ];
  const found = [undefined, 'https://uno.example', 'https://dos.example/v2'].map(
    (platform) => ofReport(pictures(list), platform)[0],
  );
  expect(found.map((one) => one?.url)).toEqual([
    null,
    'https://uno.example/files/1.jpg',
    'https://dos.example/files/1.jpg',
  ]);
  expect(new Set(found.map((one) => one?.identity)).size).toBe(1);
});

test('of more than a thousand the first thousand are kept', () => {
  const list = Array.from({ length: 1500 }, (_, index) => incidentAttachment(index));
  const named = ofReport({ attachmentsPictures: list, attachmentsDocuments: [incidentAttachment(1)] });
  expect(named).toHaveLength(1000);
  expect(named.at(-1)).toMatchObject({ role: 'picture', position: 999 });
});

test('a financial document names its papers', () => {
  const attachments = [
    {
      attachmentId: 5,
      attachmentFilename: 'a/b/factura.pdf',
      contentType: 'application/pdf',
      documentFileSizeBytes: 12,
      documentUrl: 'https://archivos.example/5?sig=x',
    },
    null,
    {
      attachmentId: '6',
      attachmentFilename: null,
      contentType: null,
      documentFileSizeBytes: -1.5,
      documentUrl: 'papeles/6.pdf',
    },
  ];
  const named = namedBy(
    'financialDocument',
    financialDocument(1, { attachments }),
    'https://api.mercado.example/v2',
  );
  expect(named).toMatchObject([
    {
      role: 'document',
      position: 0,
      pointer: '/attachments/0',
      marketplaceId: 5,
      filename: 'factura.pdf',
      caption: null,
      declaredType: 'application/pdf',
      declaredSize: 12,
      url: 'https://archivos.example/5?sig=x',
      host: 'archivos.example',
    },
    {
      role: 'document',
      pointer: '/attachments/2',
      marketplaceId: 6,
      filename: '6.pdf',
      declaredSize: null,
      url: 'https://api.mercado.example/v2/papeles/6.pdf',
      addressSource: 'platformAndDocumentUrl',
    },
  ]);
});

test('an order names nothing', () => {
  expect(namedBy('purchaseOrder', purchaseOrder(1))).toEqual([]);
});
