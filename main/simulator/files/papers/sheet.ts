/** A paper that goes on from page to page: heading, pairs of name and value, paragraphs, tables, signatures. */
import { openPdf, type Page, pageSize, widthOf } from './pdf.ts';

export interface Column {
  heading: string;
  /** Of the width between the margins. */
  share: number;
  isAmount?: boolean;
}

export interface Sheet {
  heading(text: string): void;
  pairs(pairs: readonly (readonly [string, string])[]): void;
  paragraph(text: string): void;
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void;
  /** Amounts under a table, the last one bold. */
  totals(totals: readonly (readonly [string, string])[]): void;
  signatures(names: readonly string[]): void;
  newPage(): void;
  bytes(): Buffer;
}

const left = 48;
const right = pageSize.width - 48;
const bottom = pageSize.height - 70;

/** Every page says that it is a sample, across and at its foot. */
export function openSheet(title: string, issuer: string): Sheet {
  const pdf = openPdf(title);
  let page = begin();
  let y = 128;

  function begin(): Page {
    const begun = pdf.addPage();
    begun.text(pageSize.width / 2 - 150, 600, 'DOCUMENTO DE PRUEBA', {
      size: 44,
      bold: true,
      grey: 0.9,
      turned: 50,
    });
    begun.text(left, 58, issuer, { size: 15, bold: true });
    begun.text(left, 76, title, { size: 11 });
    begun.text(right, 58, 'DOCUMENTO DE PRUEBA', { size: 9, bold: true, align: 'right' });
    begun.text(right, 72, 'Sin validez legal ni fiscal', { size: 8, align: 'right', grey: 0.35 });
    begun.line(left, 90, right, 90, 1.2);
    begun.text(left, pageSize.height - 36, 'Hecho por el simulador; todos los datos son de prueba.', {
      size: 8,
      grey: 0.4,
    });
    begun.text(right, pageSize.height - 36, `Página ${pdf.pageCount}`, {
      size: 8,
      grey: 0.4,
      align: 'right',
    });
    return begun;
  }
  function room(points: number): void {
    if (y + points <= bottom) return;
    sheet.newPage();
  }

  const sheet: Sheet = {
    newPage() {
      page = begin();
      y = 118;
    },
    heading(text) {
      room(40);
      y += 10;
      page.text(left, y, text, { size: 12, bold: true });
      page.line(left, y + 5, right, y + 5, 0.5);
      y += 22;
    },
    pairs(pairs) {
      for (const [name, value] of pairs) {
        room(16);
        page.text(left, y, name, { size: 9, grey: 0.35 });
        page.text(left + 150, y, value, { size: 10 });
        y += 16;
      }
    },
    paragraph(text) {
      for (const row of wrapped(text, right - left, 10)) {
        room(15);
        page.text(left, y, row);
        y += 15;
      }
      y += 6;
    },
    table(columns, rows) {
      const head = () => {
        page.box(left, y - 11, right - left, 17, 0.88);
        cells(
          columns.map(({ heading }) => heading),
          true,
        );
      };
      const cells = (texts: readonly string[], bold: boolean) => {
        let x = left;
        for (const [index, column] of columns.entries()) {
          const width = column.share * (right - left);
          const text = fitted(texts[index] ?? '', width - 8, 9);
          if (column.isAmount === true) page.text(x + width - 4, y, text, { size: 9, bold, align: 'right' });
          else page.text(x + 4, y, text, { size: 9, bold });
          x += width;
        }
        y += 17;
      };
      room(60);
      head();
      for (const row of rows) {
        if (y + 17 > bottom) {
          sheet.newPage();
          head();
        }
        cells(row, false);
        page.line(left, y - 12, right, y - 12, 0.25);
      }
      y += 8;
    },
    totals(totals) {
      room(totals.length * 16 + 8);
      for (const [index, [name, amount]] of totals.entries()) {
        const bold = index === totals.length - 1;
        page.text(right - 130, y, name, { size: 10, bold, align: 'right' });
        page.text(right - 4, y, amount, { size: 10, bold, align: 'right' });
        y += 16;
      }
    },
    signatures(names) {
      room(90);
      y += 60;
      const width = (right - left) / names.length;
      for (const [index, name] of names.entries()) {
        const x = left + index * width;
        page.line(x + 10, y, x + width - 20, y);
        page.text(x + 10, y + 13, name, { size: 9 });
      }
      y += 30;
    },
    bytes: () => pdf.bytes(),
  };
  return sheet;
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
