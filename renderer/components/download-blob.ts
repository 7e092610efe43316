/** Downloads a blob as the browser downloads files. */
export function downloadBlob(name: string, parts: BlobPart[], type: string) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Decodes Base64; empty where the text is not Base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

export type BodyPart = { bytes: string; next: number | null };

/** Fetches all parts of a body and joins their bytes. Rejects with the error of a failed call. */
export async function wholeBody(
  part: (from: number) => Promise<BodyPart>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { bytes, next }: BodyPart = await part(from);
    parts.push(bytesOf(bytes));
    from = next;
  }
  return parts;
}

/**
 * Rows as CSV that Excel opens as it should: UTF-8 with its mark, commas, CRLF, quotes where they are needed. A cell
 * that a spreadsheet would take for a formula is written as text (OWASP, "CSV injection").
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
