/** Writes PDF files (ISO 32000-1) of text, lines and boxes in the two Helveticas that every reader brings. */

/** A4, in points, `0,0` the upper left of the page. */
export const pageSize = { width: 595, height: 842 } as const;

export interface TextStyle {
  size?: number;
  bold?: boolean;
  /** Where `x` is of the text; default left. */
  align?: 'left' | 'right' | 'middle';
  /** From 0, black, to 1, white. */
  grey?: number;
  /** Degrees, against the clock. */
  turned?: number;
}

export interface Page {
  text(x: number, y: number, text: string, style?: TextStyle): void;
  line(x: number, y: number, toX: number, toY: number, thick?: number): void;
  box(x: number, y: number, width: number, height: number, grey?: number): void;
}

export interface Pdf {
  addPage(): Page;
  readonly pageCount: number;
  /** The same bytes for the same pages. */
  bytes(): Buffer;
}

const f = (value: number) => String(Math.round(value * 100) / 100);

export function openPdf(title: string): Pdf {
  const contents: string[][] = [];
  return {
    get pageCount() {
      return contents.length;
    },
    addPage() {
      const drawn: string[] = [];
      contents.push(drawn);
      return {
        text: (x, y, text, style = {}) => void drawn.push(writtenText(x, y, text, style)),
        line: (x, y, toX, toY, thick = 0.7) =>
          void drawn.push(
            `${f(thick)} w ${f(x)} ${f(pageSize.height - y)} m ${f(toX)} ${f(pageSize.height - toY)} l S`,
          ),
        box: (x, y, width, height, grey) => {
          const area = `${f(x)} ${f(pageSize.height - y - height)} ${f(width)} ${f(height)} re`;
          drawn.push(grey === undefined ? `0.7 w ${area} S` : `q ${f(grey)} g ${area} f Q`);
        },
      };
    },
    bytes: () =>
      file(
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
  return `BT ${f(grey)} g /${bold ? 'F2' : 'F1'} ${f(size)} Tf ${f(cos)} ${f(sin)} ${f(-sin)} ${f(cos)} ${f(start)} ${f(pageSize.height - y)} Tm (${escaped(text)}) Tj ET 0 g`;
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
export function widthOf(text: string, size: number): number {
  const bare = text.normalize('NFD').replace(/\p{Mn}/gu, '');
  return (
    [...bare].reduce((sum, letter) => sum + (widths[letter.charCodeAt(0) - 32] ?? 556), 0) * (size / 1000)
  );
}

function file(title: string, contents: readonly string[]): Buffer {
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
