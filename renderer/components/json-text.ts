import { tokenOf } from '#shared/json-pointer.ts';

/**
 * Lays JSON out to be read without touching a single value: numbers keep the digits they came with, which
 * parsing and writing again would not promise. What is no JSON is laid out as far as its brackets go.
 */
export function formatJson(text: string): string {
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.max(0, depth))}`;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+|"/g) ?? [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      depth++;
      const empty = next === '}' || next === ']';
      out += empty ? token : token + line();
    } else if (token === '}' || token === ']') {
      depth--;
      const before = tokens[index - 1];
      out += before === '{' || before === '[' ? token : line() + token;
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  });
  return out;
}

/** A span of a text, from its first character to the one after its last. */
export type Span = { start: number; end: number };

/**
 * Where the member or element that an RFC 6901 pointer points at stands in a JSON text, with its name; the nearest that
 * it would be a part of where it is not there. Of a name that comes twice the last, as parsers take it. Null for the
 * whole of it, and where nothing of the way is there.
 */
export function placeInJson(text: string, pointer: string): Span | null {
  const walk = new Walk(pointer.split('/').slice(1));
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    if (token === '}' || token === ']') walk.close(index + 1);
    else if (token === ',') walk.goOn();
    else if (token !== ':') walk.read(token, index);
  }
  return walk.found;
}

/** An object or a list that is not closed yet. */
interface Container {
  /** Whether the pointer leads through it. */
  isOnWay: boolean;
  /** The name or index of the current member; null where a name comes next. */
  member: string | number | null;
  /** Where that began. */
  start: number;
}

/** Walks a JSON text and keeps the deepest part that the pointer leads through. */
class Walk {
  found: Span | null = null;
  readonly #wanted: readonly string[];
  readonly #open: Container[] = [];
  #depth = 0;

  constructor(wanted: readonly string[]) {
    this.#wanted = wanted;
  }

  /** A name, a plain value, or the beginning of an object or a list. */
  read(token: string, index: number): void {
    const container = this.#open.at(-1);
    if (container?.member === null) {
      container.member = nameOf(token);
      container.start = index;
      return;
    }
    if (typeof container?.member === 'number') container.start = index;
    if (token === '{' || token === '[') {
      const isOnWay = container === undefined || this.#leads(container);
      this.#open.push({ isOnWay, member: token === '{' ? null : 0, start: index });
    } else this.#end(index + token.length);
  }

  /** The next member or element follows. */
  goOn(): void {
    const container = this.#open.at(-1);
    if (container === undefined) return;
    container.member = typeof container.member === 'number' ? container.member + 1 : null;
  }

  close(end: number): void {
    this.#open.pop();
    this.#end(end);
  }

  #leads({ isOnWay, member }: Container): boolean {
    return isOnWay && this.#wanted[this.#open.length - 1] === String(member);
  }

  #end(end: number): void {
    const container = this.#open.at(-1);
    if (container === undefined || !this.#leads(container) || this.#open.length < this.#depth) return;
    this.found = { start: container.start, end };
    this.#depth = this.#open.length;
  }
}

/** Escapes a name as RFC 6901 does. */
function nameOf(token: string): string {
  return tokenOf(unquoted(token));
}

function unquoted(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
