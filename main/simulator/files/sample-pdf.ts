/**
 * The files of sample reports and documents, as PDF (ISO 32000-1): text, lines and boxes in the two Helveticas that every
 * reader has.
 */
import type { FinancialDocumentBody } from '../financial-document.ts';
import type { IncidentReportBody } from '../incident-report.ts';
import { type Random, randomFor, shuffled } from '../random.ts';
import { categories, services } from '../sample-data.ts';

/** The files of a financial document: the first is the document itself, a second one the delivery slip. */
export function financialDocumentPdf(document: FinancialDocumentBody, nth: number): Buffer {
  return nth <= 1 ? printedDocument(document) : deliverySlip(document);
}

function printedDocument(document: FinancialDocumentBody): Buffer {
  const { taxReceipt, createdBy, createdTo, currency } = document;
  const sheet = openSheet(document.documentTypeName, String(createdBy.personName));
  sheet.pairs([
    ['RNC del emisor', createdBy.identification],
    ['NCF o e-CF', taxReceipt.taxReceiptNumber],
    ['Tipo', taxReceipt.taxReceiptTypeName],
    ...(taxReceipt.relatedTaxReceiptNumber === null
      ? []
      : [['NCF modificado', taxReceipt.relatedTaxReceiptNumber] as const]),
    ['NCF vence', taxReceipt.taxReceiptExpiration === null ? '' : day(taxReceipt.taxReceiptExpiration)],
    ['Fecha', day(document.documentDate)],
    ['Cliente', `${String(createdTo.personName)}, RNC ${createdTo.identification}`],
    ['Reclamo', document.insuranceClaimNumber],
    ['Póliza', document.insurancePolicyNumber],
    ['Condición de pago', document.paymentTermName],
    ['Moneda', `${currency.currencyName} (${currency.code})`],
  ]);
  sheet.heading('Detalle');
  sheet.table(
    [
      ['Descripción', 0.36],
      ['Cant.', 0.08, 'amount'],
      ['Precio', 0.14, 'amount'],
      ['Descuento', 0.14, 'amount'],
      ['ITBIS', 0.13, 'amount'],
      ['Total', 0.15, 'amount'],
    ],
    document.items.map((item) => [
      item.documentItemName,
      String(item.quantity),
      inPesos(Number(item.unitPrice)),
      inPesos(Number(item.unitDiscountAmount)),
      inPesos(Number(item.unitTaxAmount)),
      inPesos(Number(item.rowTotal)),
    ]),
  );
  sheet.totals([
    ['Subtotal', inPesos(Number(document.subtotalAmount))],
    ['Descuento', inPesos(Number(document.discountTotalAmount))],
    ['ITBIS', inPesos(Number(document.taxTotalAmount))],
    [`Total ${currency.code}`, inPesos(Number(document.totalAmount))],
  ]);
  if (document.comments !== '') sheet.paragraph(document.comments);
  sheet.signatures(['Entregado por (prueba)', 'Recibido por (prueba)']);
  return sheet.bytes();
}

function deliverySlip(document: FinancialDocumentBody): Buffer {
  const sheet = openSheet('Conduce de entrega', String(document.createdBy.personName));
  sheet.pairs([
    ['Conduce', `PRUEBA-${document.documentId}`],
    ['Factura', document.taxReceipt.taxReceiptNumber],
    ['Fecha', day(document.documentDate)],
    ['Reclamo', document.insuranceClaimNumber],
  ]);
  sheet.heading('Mercancía entregada');
  sheet.table(
    [
      ['Descripción', 0.8],
      ['Cantidad', 0.2, 'amount'],
    ],
    document.items.map((item) => [item.documentItemName, String(item.quantity)]),
  );
  sheet.signatures(['Despachado (prueba)', 'Recibido en el taller (prueba)']);
  return sheet.bytes();
}

/** The kinds of files of an incident report. */
export const incidentPdfKinds = [
  'policeReport',
  'licence',
  'registration',
  'identityCard',
  'quotation',
] as const;
export type IncidentPdfKind = (typeof incidentPdfKinds)[number];

/** What the files of a report repeat of it. */
export type ReportForPdf = Pick<
  IncidentReportBody,
  | 'incidentReportFormId'
  | 'generalInfo'
  | 'createdByDisplayName'
  | 'reportedAuthorities'
  | 'reportFormContents'
>;

/** In place of a report that was not registered. */
export const unknownReport = (reportId: number): ReportForPdf => ({
  incidentReportFormId: reportId,
  createdByDisplayName: 'Usuario Prueba',
  reportedAuthorities: [],
  reportFormContents: {},
  generalInfo: {
    incidentReportTypeId: 3,
    incidentReportTypeName: 'Colisión',
    incidentDateTime: '2026-11-16T15:20:00',
    insurancePolicyNumber: 'AUTO-PRUEBA-000001',
    insuranceOwnerDisplayName: 'Persona Prueba',
    vinNumber: '0PR00000000000001',
    vehicleMakeId: 1,
    vehicleMakeName: 'Toyota',
    vehicleModelId: 101,
    vehicleModelName: 'Corolla',
    vehicleYear: 2020,
    stateId: 1,
    stateName: 'Distrito Nacional',
    stateCityId: 101,
    stateCityName: 'Santo Domingo',
    workshopPersonId: null,
  },
});

export function incidentPdf(kind: IncidentPdfKind, report: ReportForPdf, seed: number, name: string): Buffer {
  const random = randomFor(seed, `paper ${name}`);
  switch (kind) {
    case 'policeReport':
      return policeReport(report, random);
    case 'quotation':
      return quotation(report, random);
    default: {
      const { title, issuer, rows } = cards[kind];
      return card(title, issuer, rows(report, random), random);
    }
  }
}

function policeReport(report: ReportForPdf, random: Random): Buffer {
  const { generalInfo: info, incidentReportFormId: reportId } = report;
  const sheet = openSheet('Acta policial', 'Policía de Prueba');
  sheet.pairs([
    ['Acta número', `PRUEBA-${reportId}`],
    ['Fecha y hora', `${day(info.incidentDateTime)}  ${info.incidentDateTime.slice(11, 16)}`],
    ['Lugar', `${info.stateCityName}, ${info.stateName}`],
    ['Tipo', info.incidentReportTypeName ?? 'No indicado'],
    [
      'Autoridades',
      report.reportedAuthorities.map(({ authorityName }) => authorityName ?? '').join(', ') || 'Ninguna',
    ],
  ]);
  addVehicle(sheet, report);
  sheet.heading('Declaración del conductor');
  const account: unknown = report.reportFormContents['relato'];
  sheet.paragraph(
    typeof account === 'string'
      ? account
      : 'El conductor declara que el vehículo sufrió daños mientras circulaba.',
  );
  for (const text of several(random, testimony, random.integer(3, 7))) sheet.paragraph(text);
  for (let witness = 1; witness <= random.integer(0, 2); witness++) {
    sheet.newPage();
    sheet.heading(`Declaración del testigo ${witness}`);
    sheet.paragraph(`Testigo Prueba ${witness}, domiciliado en ${info.stateCityName}.`);
    for (const text of several(random, testimony, random.integer(4, 9))) sheet.paragraph(text);
  }
  sheet.heading('Daños observados');
  sheet.table(
    [
      ['Parte', 0.5],
      ['Daño', 0.5],
    ],
    several(random, allParts, random.integer(3, 8)).map(({ name }) => [
      name,
      random.pick(['Abollado', 'Roto', 'Rayado', 'Desprendido']),
    ]),
  );
  sheet.signatures(['Agente actuante (prueba)', 'Conductor (prueba)']);
  return sheet.bytes();
}

function addVehicle(sheet: Sheet, { generalInfo: info }: ReportForPdf): void {
  sheet.heading('Vehículo');
  sheet.pairs([
    ['Marca y modelo', `${info.vehicleMakeName} ${info.vehicleModelName} ${info.vehicleYear}`],
    ['Chasis (VIN)', info.vinNumber],
    ['Póliza', info.insurancePolicyNumber],
    ['Asegurado', info.insuranceOwnerDisplayName],
  ]);
}

function personRows({ generalInfo: info }: ReportForPdf, random: Random): Rows {
  return [
    ['Nombre', info.insuranceOwnerDisplayName],
    ['Número', `999-${random.integer(1_000_000, 9_999_999)}-0`],
    ['Nacimiento', `${random.integer(10, 28)}/0${random.integer(1, 9)}/19${random.integer(60, 99)}`],
    ['Sangre', random.pick(['O+', 'A+', 'B+', 'O-'])],
    ['Vence', `31/12/20${random.integer(27, 33)}`],
  ];
}

function vehicleRows({ generalInfo: info }: ReportForPdf, random: Random): Rows {
  return [
    ['Propietario', info.insuranceOwnerDisplayName],
    ['Placa', `PRUEBA ${random.integer(10, 99)}`],
    ['Marca', info.vehicleMakeName],
    ['Modelo', `${info.vehicleModelName} ${info.vehicleYear}`],
    ['Chasis', info.vinNumber],
    ['Color', random.pick(['Blanco', 'Gris', 'Rojo', 'Azul', 'Negro'])],
  ];
}

const cards = {
  licence: { title: 'Licencia de conducir', issuer: 'Instituto de Prueba de Tránsito', rows: personRows },
  registration: {
    title: 'Matrícula de vehículo de motor',
    issuer: 'Dirección de Prueba de Impuestos',
    rows: vehicleRows,
  },
  identityCard: { title: 'Cédula de identidad', issuer: 'Junta de Prueba', rows: personRows },
};

/** Both sides of a card, as scanned onto one page or two. */
function card(title: string, issuer: string, rows: Rows, random: Random): Buffer {
  const sheet = openSheet(title, issuer);
  sheet.heading('Anverso');
  sheet.pairs(rows);
  if (random.chance(0.4)) sheet.newPage();
  sheet.heading('Reverso');
  sheet.paragraph('Este documento es una muestra. No identifica a ninguna persona ni vehículo que exista.');
  sheet.pairs([['Serie', `PRUEBA ${random.integer(100_000, 999_999)}`]]);
  sheet.signatures(['Firma (prueba)']);
  return sheet.bytes();
}

/** Up to eight pages. */
function quotation(report: ReportForPdf, random: Random): Buffer {
  const sheet = openSheet('Cotización de reparación', 'Taller Prueba Norte');
  addVehicle(sheet, report);
  sheet.heading('Piezas y mano de obra');
  const rows = Array.from({ length: random.integer(6, 250) }, () => {
    const { name, price } = random.pick([...allParts, ...services]);
    const quantity = random.integer(1, 3);
    return { name, quantity, price, total: quantity * price };
  });
  sheet.table(
    [
      ['Descripción', 0.52],
      ['Cantidad', 0.12, 'amount'],
      ['Precio', 0.18, 'amount'],
      ['Total', 0.18, 'amount'],
    ],
    rows.map(({ name, quantity, price, total }) => [name, String(quantity), inPesos(price), inPesos(total)]),
  );
  sheet.totals([['Total sin ITBIS', inPesos(rows.reduce((sum, { total }) => sum + total, 0))]]);
  sheet.signatures(['Taller (prueba)']);
  return sheet.bytes();
}

const allParts = categories.flatMap(({ parts }) => parts);

/** So many of them, in a random order, none twice. */
const several = <Thing>(random: Random, things: readonly Thing[], count: number): Thing[] =>
  shuffled(random, things).slice(0, count);

const testimony = [
  'El vehículo circulaba en dirección norte a velocidad moderada cuando ocurrió el hecho, según declaró su conductor.',
  'La vía se encontraba mojada por la lluvia caída minutos antes y la visibilidad era reducida.',
  'Ambos conductores permanecieron en el lugar hasta la llegada de la autoridad y se identificaron.',
  'No se reportaron personas lesionadas; se recomendó a las partes acudir a sus compañías aseguradoras.',
  'Se tomaron fotografías del lugar, de los vehículos y de los daños visibles, las cuales se anexan a esta acta.',
  'El semáforo de la intersección se encontraba fuera de servicio al momento de levantarse el acta.',
  'El conductor presentó licencia, matrícula y marbete de seguro, todos vigentes y todos de prueba.',
];

/** `1,234,567.50`. */
function inPesos(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** `20/11/2026`, of a date or a time. */
const day = (at: string) => at.slice(0, 10).split('-').reverse().join('/');

/** The share is of the width between the margins; amounts are aligned to the right. */
type Column = readonly [heading: string, share: number, kind?: 'amount'];
type Rows = readonly (readonly [name: string, value: string])[];
type Sheet = ReturnType<typeof openSheet>;

/** A4, in points, `0,0` the upper left of the page. */
const pageSize = { width: 595, height: 842 } as const;
const left = 48;
const right = pageSize.width - 48;
const bottom = pageSize.height - 70;

/** A document that continues from page to page. Every page says that it is a sample, across and at its foot. */
function openSheet(title: string, issuer: string) {
  const pdf = openPdf(title);
  let page = addPage();
  let y = 128;

  function addPage(): Page {
    const added = pdf.addPage();
    added.text(pageSize.width / 2 - 150, 600, 'DOCUMENTO DE PRUEBA', {
      size: 44,
      bold: true,
      grey: 0.9,
      turned: 50,
    });
    added.text(left, 58, issuer, { size: 15, bold: true });
    added.text(left, 76, title, { size: 11 });
    added.text(right, 58, 'DOCUMENTO DE PRUEBA', { size: 9, bold: true, align: 'right' });
    added.text(right, 72, 'Sin validez legal ni fiscal', { size: 8, align: 'right', grey: 0.35 });
    added.line(left, 90, right, 90, 1.2);
    added.text(left, pageSize.height - 36, 'Hecho por el simulador; todos los datos son de prueba.', {
      size: 8,
      grey: 0.4,
    });
    added.text(right, pageSize.height - 36, `Página ${pdf.pageCount()}`, {
      size: 8,
      grey: 0.4,
      align: 'right',
    });
    return added;
  }
  function newPage(): void {
    page = addPage();
    y = 118;
  }
  function ensureSpace(points: number): void {
    if (y + points > bottom) newPage();
  }

  return {
    newPage,
    heading(text: string) {
      ensureSpace(40);
      y += 10;
      page.text(left, y, text, { size: 12, bold: true });
      page.line(left, y + 5, right, y + 5, 0.5);
      y += 22;
    },
    pairs(pairs: Rows) {
      for (const [name, value] of pairs) {
        ensureSpace(16);
        page.text(left, y, name, { size: 9, grey: 0.35 });
        page.text(left + 150, y, value, { size: 10 });
        y += 16;
      }
    },
    paragraph(text: string) {
      for (const row of wrapped(text, right - left, 10)) {
        ensureSpace(15);
        page.text(left, y, row);
        y += 15;
      }
      y += 6;
    },
    table(columns: readonly Column[], rows: readonly (readonly string[])[]) {
      const head = () => {
        page.box(left, y - 11, right - left, 17, 0.88);
        cells(
          columns.map(([heading]) => heading),
          true,
        );
      };
      const cells = (texts: readonly string[], bold: boolean) => {
        let x = left;
        for (const [index, [, share, kind]] of columns.entries()) {
          const width = share * (right - left);
          const text = fitted(texts[index] ?? '', width - 8, 9);
          if (kind === 'amount') page.text(x + width - 4, y, text, { size: 9, bold, align: 'right' });
          else page.text(x + 4, y, text, { size: 9, bold });
          x += width;
        }
        y += 17;
      };
      ensureSpace(60);
      head();
      for (const row of rows) {
        if (y + 17 > bottom) {
          newPage();
          head();
        }
        cells(row, false);
        page.line(left, y - 12, right, y - 12, 0.25);
      }
      y += 8;
    },
    /** Amounts under a table, the last one bold. */
    totals(totals: Rows) {
      ensureSpace(totals.length * 16 + 8);
      for (const [index, [name, amount]] of totals.entries()) {
        const bold = index === totals.length - 1;
        page.text(right - 130, y, name, { size: 10, bold, align: 'right' });
        page.text(right - 4, y, amount, { size: 10, bold, align: 'right' });
        y += 16;
      }
    },
    signatures(names: readonly string[]) {
      ensureSpace(90);
      y += 60;
      const width = (right - left) / names.length;
      for (const [index, name] of names.entries()) {
        const x = left + index * width;
        page.line(x + 10, y, x + width - 20, y);
        page.text(x + 10, y + 13, name, { size: 9 });
      }
      y += 30;
    },
    bytes: pdf.bytes,
  };
}

function wrapped(text: string, width: number, size: number): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (widthOf(longer, size) <= width) row = longer;
    else {
      rows.push(row);
      row = word;
    }
  }
  return [...rows, row];
}

function fitted(text: string, width: number, size: number): string {
  let shown = text;
  while (widthOf(shown, size) > width && shown.length > 1) shown = shown.slice(0, -1);
  return shown === text ? text : `${shown.slice(0, -1)}.`;
}

interface TextStyle {
  size?: number;
  bold?: boolean;
  /** Where `x` is of the text; default left. */
  align?: 'left' | 'right' | 'middle';
  /** From 0, black, to 1, white. */
  grey?: number;
  /** Degrees, against the clock. */
  turned?: number;
}

interface Page {
  text(x: number, y: number, text: string, style?: TextStyle): void;
  line(x: number, y: number, toX: number, toY: number, thick?: number): void;
  box(x: number, y: number, width: number, height: number, grey?: number): void;
}

const number = (value: number) => String(Math.round(value * 100) / 100);

/** A PDF writer; the same pages give the same bytes. */
export function openPdf(title: string) {
  const contents: string[][] = [];
  return {
    pageCount: () => contents.length,
    addPage(): Page {
      const drawn: string[] = [];
      contents.push(drawn);
      return {
        text: (x, y, text, style = {}) => void drawn.push(writtenText(x, y, text, style)),
        line: (x, y, toX, toY, thick = 0.7) =>
          void drawn.push(
            `${number(thick)} w ${number(x)} ${number(pageSize.height - y)} m ${number(toX)} ${number(pageSize.height - toY)} l S`,
          ),
        box: (x, y, width, height, grey) => {
          const area = `${number(x)} ${number(pageSize.height - y - height)} ${number(width)} ${number(height)} re`;
          drawn.push(grey === undefined ? `0.7 w ${area} S` : `q ${number(grey)} g ${area} f Q`);
        },
      };
    },
    bytes: () =>
      fileBytes(
        title,
        contents.map((drawn) => drawn.join('\n')),
      ),
  };
}

function writtenText(x: number, y: number, text: string, style: TextStyle): string {
  const { size = 10, bold = false, align = 'left', grey = 0, turned = 0 } = style;
  const width = widthOf(text, size);
  const start = x - { left: 0, right: width, middle: width / 2 }[align];
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return `BT ${number(grey)} g /${bold ? 'F2' : 'F1'} ${number(size)} Tf ${number(cos)} ${number(sin)} ${number(-sin)} ${number(cos)} ${number(start)} ${number(pageSize.height - y)} Tm (${escaped(text)}) Tj ET 0 g`;
}

/** WinAnsi and Latin 1 agree on every letter of Spanish. */
const escaped = (text: string) => text.replace(/[^\x20-\xff]/g, '?').replace(/[\\()]/g, '\\$&');

/** Helvetica's advance widths of the characters from space to tilde, in thousandths (Adobe Core 14 AFM). */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/** In points; an accent does not widen its letter. */
function widthOf(text: string, size: number): number {
  const bare = text.normalize('NFD').replace(/\p{Mn}/gu, '');
  return (
    [...bare].reduce((sum, letter) => sum + (widths[letter.charCodeAt(0) - 32] ?? 556), 0) * (size / 1000)
  );
}

function fileBytes(title: string, contents: readonly string[]): Buffer {
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const first = 6;
  const pageOf = (index: number) => first + index * 2;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (es-DO) >>',
    `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, index) => `${pageOf(index)} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${escaped(title)}) /Producer (Simulador de prueba) >>`,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${pageOf(index) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let written = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${written.length}\n%%EOF\n`;
  return Buffer.from(
    `${written}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
    'latin1',
  );
}
