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
