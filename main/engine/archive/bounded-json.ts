/** JSON of a bundle, which anybody may have made. */
import * as z from 'zod';

/** More than this is not read: parsed, thousands of empty values of three bytes take twenty times as much memory. */
export const mostValues = { record: 2_000_000, context: 100_000 };

/** Nor a longer part of a record or of a claim, in bytes. */
export const maxRecordBytes = 64 * 1024 * 1024;

const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');

/** What JSON says. Throws where it is none, or has more values than `most`. */
export function parseBounded(json: Uint8Array, most: number): unknown {
  if (hasMoreValues(json, most)) throw new SyntaxError(`There are more than ${most} values.`);
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8'));
}

/** The same of this form; null where it is not. */
export function parsedAs<Value>(schema: z.ZodType<Value>, json: Uint8Array, most: number): Value | null {
  try {
    return schema.safeParse(parseBounded(json, most)).data ?? null;
  } catch {
    return null;
  }
}

/** Each value of it but the first stands behind a comma or an opening bracket that is not in a text. */
function hasMoreValues(json: Uint8Array, most: number): boolean {
  if (json.length <= most) return false;
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma || byte === bracket || byte === brace) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/** A list of which the first thing that does not belong there is said: thousands would take more memory than what is read. */
export const listOf = <Element extends z.ZodType>(element: Element) =>
  z.codec(z.array(z.unknown()), z.custom<z.output<Element>[]>(Array.isArray), {
    decode(items, found) {
      const taken: z.output<Element>[] = [];
      for (const input of items) {
        const read = element.safeParse(input);
        if (read.success) taken.push(read.data);
        else {
          const [{ message = '' } = {}] = read.error.issues;
          found.issues.push({ code: 'custom', input, message });
          return z.NEVER;
        }
      }
      return taken;
    },
    encode: (items) => items.map((item) => z.encode(element, item)),
  });
