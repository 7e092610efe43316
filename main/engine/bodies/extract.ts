import { tokenOf } from '#shared/json-pointer.ts';
import { cutText } from '#shared/marketplace/cut-text.ts';
import { interfaceNames } from '#shared/marketplace/record-content.ts';
import { readingLimits } from '#shared/marketplace/tolerant-reader.ts';

/** What of a body stands in it only, and not in its extract. */
export interface LeftOut {
  /** RFC 6901 pointer into the body. */
  pointer: string;
  /**
   * Elements of a list, which the extract has empty; names of an object beyond the first; the rest of a text; deeper
   * levels; what a name had that came again, before its last value.
   */
  what: 'elements' | 'names' | 'text' | 'levels' | 'repeated';
  /** How many elements, names or characters there are in the body, or how many levels are followed; 2 of a name that came again. */
  length: number;
}

/** What is read of a body. */
export interface Extract {
  /** JSON, of at most some `characters`, which costs little to parse and to walk. */
  json: string;
  leftOut: LeftOut[];
}

/** Deeper than this no body is taken. */
export const maxDepth = 500;

/** Of an extract in all, besides what `readingLimits` say of each list, object and text. */
const limits = {
  ...readingLimits,
  values: 200_000,
  characters: 2 * 1024 * 1024,
  leftOut: 2000,
  repeated: 100,
} as const;
/** Of a text that finds no room any more. */
const shortText = 300;
/** A longer number is no amount. */
const maxNumberLength = 1000;

/**
 * Passes over a body once, builds nothing of what it leaves out, and answers what is read of it: lists, texts and objects
 * within their limits, all of them together within those of an extract. Of names twice in an object the last stands, as
 * `JSON.parse` has it. Throws `NotJson` and `NestedTooDeeply`.
 */
export function extractOf(body: string): Extract {
  return new Extraction(body).whole();
}

class Extraction {
  readonly #text: JsonText;
  readonly #path: (string | number)[] = [];
  #leftOut: LeftOut[] = [];
  /** Where names came again. */
  readonly #repeated = new Set<string>();
  #values = 0;
  #characters = 0;

  constructor(body: string) {
    this.#text = new JsonText(body);
  }

  whole(): Extract {
    const json = this.#value(0, true);
    if (!this.#text.isAtEnd()) throw new NotJson(this.#text.at);
    const repeated = [...this.#repeated].map((pointer) => ({
      pointer,
      what: 'repeated' as const,
      length: 2,
    }));
    return { json, leftOut: [...this.#leftOut, ...repeated] };
  }

  /** The value's JSON; '' where it is passed over only. */
  #value(depth: number, isKept: boolean): string {
    if (depth > maxDepth) throw new NestedTooDeeply();
    const text = this.#text;
    const code = text.next();
    if (isKept) this.#values += 1;
    if (code === 0x7b || code === 0x5b) {
      const isFollowed = isKept && depth <= limits.levels;
      if (isKept && !isFollowed) this.#leaveOut('levels', limits.levels);
      const json = code === 0x7b ? this.#object(depth, isFollowed) : this.#list(depth, isFollowed);
      return isKept && !isFollowed ? 'null' : json;
    }
    if (code === quote) {
      const written = text.string();
      return isKept ? this.#textOf(written, text.hasEscapes) : '';
    }
    const scalar = text.scalar();
    if (!isKept) return '';
    if (scalar.length <= maxNumberLength) return this.#noted(scalar);
    this.#leaveOut('text', scalar.length);
    return this.#noted('null');
  }

  #list(depth: number, isKept: boolean): string {
    const text = this.#text;
    const before = { values: this.#values, characters: this.#characters, leftOut: this.#leftOut.length };
    const elements: string[] = [];
    let isStillKept = isKept;
    let length = 0;
    text.pass(0x5b);
    if (text.next() !== 0x5d) {
      for (;;) {
        if (isStillKept) this.#path.push(length);
        const element = this.#value(depth + 1, isStillKept);
        length += 1;
        if (isStillKept) {
          this.#path.pop();
          elements.push(element);
          if (length > limits.elements || this.#isFull()) {
            // What it held is free again for what follows.
            isStillKept = false;
            elements.length = 0;
            this.#values = before.values;
            this.#characters = before.characters;
            this.#leftOut.length = before.leftOut;
          }
        }
        if (text.next() !== 0x2c) break;
        text.at += 1;
      }
    }
    text.pass(0x5d);
    if (isKept && !isStillKept) this.#leaveOut('elements', length);
    return isKept ? `[${elements.join()}]` : '';
  }

  #object(depth: number, isKept: boolean): string {
    const text = this.#text;
    const members = new Map<string, string>();
    const repeated = new Set<string>();
    let count = 0;
    let passedOver = 0;
    text.pass(0x7b);
    if (text.next() !== 0x7d) {
      for (;;) {
        count += 1;
        if (!isKept) this.#passMember(depth);
        else if (!this.#keepMember(depth, members, repeated)) passedOver += 1;
        if (text.next() !== 0x2c) break;
        text.at += 1;
      }
    }
    text.pass(0x7d);
    if (passedOver > 0) this.#leaveOut('names', count);
    if (!isKept) return '';
    return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
  }

  #passMember(depth: number): void {
    this.#text.next();
    this.#text.string();
    this.#text.pass(0x3a);
    this.#value(depth + 1, false);
  }

  /** Whether there was room for it. */
  #keepMember(depth: number, members: Map<string, string>, repeated: Set<string>): boolean {
    const text = this.#text;
    text.next();
    const written = text.string();
    const name = decoded(written, text.hasEscapes);
    text.pass(0x3a);
    if (!this.#isWanted(name, members)) {
      this.#value(depth + 1, false);
      return false;
    }
    this.#path.push(name);
    if (members.has(name)) {
      if (this.#leftOut.length > 0) this.#forget();
      if (this.#repeated.size < limits.repeated && !repeated.has(name)) this.#repeated.add(this.#pointer());
      repeated.add(name);
    }
    members.set(name, this.#value(depth + 1, true));
    this.#path.pop();
    this.#characters += written.length;
    return true;
  }

  /** What the interface names is read wherever it stands among others. */
  #isWanted(name: string, members: ReadonlyMap<string, string>): boolean {
    if (interfaceNames().has(name) || members.has(name)) return true;
    return members.size < limits.names && name.length <= limits.names && !this.#isFull();
  }

  #isFull(): boolean {
    return this.#values > limits.values || this.#characters > limits.characters;
  }

  #textOf(written: string, hasEscapes: boolean): string {
    const room = this.#isFull() ? shortText : limits.text;
    if (written.length - 2 <= room) return this.#noted(written);
    const text = decoded(written, hasEscapes);
    if (text.length <= room) return this.#noted(written);
    this.#leaveOut('text', text.length);
    return this.#noted(JSON.stringify(cutText(text, room)));
  }

  #noted(json: string): string {
    this.#characters += json.length;
    return json;
  }

  #leaveOut(what: LeftOut['what'], length: number): void {
    if (this.#leftOut.length < limits.leftOut) this.#leftOut.push({ pointer: this.#pointer(), what, length });
  }

  /** A name came before: what was left out of its value is no more. */
  #forget(): void {
    const pointer = this.#pointer();
    this.#leftOut = this.#leftOut.filter(
      (one) => one.pointer !== pointer && !one.pointer.startsWith(`${pointer}/`),
    );
  }

  #pointer(): string {
    return this.#path.map((token) => `/${tokenOf(String(token))}`).join('');
  }
}

/** Where a text stops being JSON, in characters from its beginning. */
export class NotJson extends Error {
  readonly place: number;
  constructor(place: number) {
    super(`not JSON at ${place}`);
    this.place = place;
  }
}

/** A text is nested deeper than it is followed. */
export class NestedTooDeeply extends Error {}

/**
 * A place in a JSON text that goes forward token by token (RFC 8259), as `JSON.parse` takes them. It builds nothing, so
 * that eight megabytes of brackets cost time in proportion to their length and no memory.
 */
export class JsonText {
  readonly text: string;
  at = 0;
  /** Whether the string that was passed last has escapes. */
  hasEscapes = false;

  constructor(text: string) {
    this.text = text;
  }

  /** The code of the next character behind white space; NaN at the end. */
  next(): number {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.at += 1;
    }
  }

  /** Passes this character, behind white space. */
  pass(code: number): void {
    if (this.next() !== code) throw new NotJson(this.at);
    this.at += 1;
  }

  /** Passes a string and answers its text with the quotes, as it stands. */
  string(): string {
    const { text } = this;
    const start = this.at;
    if (text.charCodeAt(start) !== quote) throw new NotJson(start);
    this.hasEscapes = false;
    let at = start + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === quote) break;
      if (code === backslash) {
        this.hasEscapes = true;
        const escaped = text.charCodeAt(at + 1);
        if (escaped === 0x75) {
          if (!fourHex.test(text.slice(at + 2, at + 6))) throw new NotJson(at);
          at += 6;
        } else if (escapes.has(escaped)) at += 2;
        else throw new NotJson(at);
      } else if (code >= 0x20) at += 1;
      else throw new NotJson(at);
      // A text that ends within a string: its code is NaN, and no comparison holds.
      if (at > text.length) throw new NotJson(text.length);
    }
    this.at = at + 1;
    return text.slice(start, this.at);
  }

  /** Passes a number, `true`, `false` or `null` and answers its text. */
  scalar(): string {
    const { text } = this;
    const start = this.at;
    const code = text.charCodeAt(start);
    if (code === 0x74) return this.#word('true');
    if (code === 0x66) return this.#word('false');
    if (code === 0x6e) return this.#word('null');
    if (code === 0x2d) this.at += 1;
    if (text.charCodeAt(this.at) === 0x30) this.at += 1;
    else this.#digits();
    if (text.charCodeAt(this.at) === 0x2e) {
      this.at += 1;
      this.#digits();
    }
    const sign = text.charCodeAt(this.at);
    if (sign === 0x65 || sign === 0x45) {
      this.at += 1;
      const next = text.charCodeAt(this.at);
      if (next === 0x2b || next === 0x2d) this.at += 1;
      this.#digits();
    }
    return text.slice(start, this.at);
  }

  /** Whether nothing but white space is left. */
  isAtEnd(): boolean {
    return Number.isNaN(this.next());
  }

  #word(word: string): string {
    if (!this.text.startsWith(word, this.at)) throw new NotJson(this.at);
    this.at += word.length;
    return word;
  }

  #digits(): void {
    const start = this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (!(code >= 0x30 && code <= 0x39)) break;
      this.at += 1;
    }
    if (this.at === start) throw new NotJson(start);
  }
}

/** The text of a JSON string with its quotes. */
export function decoded(string: string, hasEscapes: boolean): string {
  return hasEscapes ? String(JSON.parse(string)) : string.slice(1, -1);
}

export const quote = 0x22;
const backslash = 0x5c;
const fourHex = /^[\da-fA-F]{4}$/;
const escapes = new Set([...'"\\/bfnrt'].map((sign) => sign.charCodeAt(0)));
