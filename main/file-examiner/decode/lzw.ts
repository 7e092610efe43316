const maxCodes = 4096;
const widest = 12;

/** Unpacks so many indices of colours (GIF 89a, appendix F); throws where the data does not give them. */
export function unpackLzw(data: Buffer, codeSize: number, count: number): Uint8Array {
  if (codeSize < 1 || codeSize > 11) throw new Error('Its codes have an impossible width.');
  const out = new Uint8Array(count);
  const bits = new Bits(data);
  const known = new Codes(codeSize);
  const clear = 1 << codeSize;
  let previous = -1;
  let done = 0;
  while (done < count) {
    const code = bits.take(known.width);
    if (code === clear + 1) throw new Error('Its data ends early.');
    if (code === clear) {
      known.forget();
      previous = -1;
      continue;
    }
    known.learn(previous, code);
    done = known.write(code, out, done);
    previous = code;
  }
  return out;
}

/** Numbers of any width, the lowest bit first. */
class Bits {
  readonly #data: Buffer;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  take(width: number): number {
    while (this.#count < width) {
      if (this.#at >= this.#data.length) throw new Error('Its data ends early.');
      this.#held |= (this.#data[this.#at] ?? 0) << this.#count;
      this.#at += 1;
      this.#count += 8;
    }
    const taken = this.#held & ((1 << width) - 1);
    this.#held >>>= width;
    this.#count -= width;
    return taken;
  }
}

/** What each code stands for: the code before it, and one more index. */
class Codes {
  readonly #size: number;
  readonly #before = new Uint16Array(maxCodes);
  readonly #last = new Uint8Array(maxCodes);
  readonly #lengths = new Uint16Array(maxCodes);
  #next = 0;
  width = 0;

  constructor(size: number) {
    this.#size = size;
    for (let index = 0; index < 1 << size; index += 1) {
      this.#last[index] = index;
      this.#lengths[index] = 1;
    }
    this.forget();
  }

  /** All but the single indices. */
  forget(): void {
    this.#next = (1 << this.#size) + 2;
    this.width = this.#size + 1;
  }

  /** The next code is the previous one, and the first index of what follows it; which may be that code itself. */
  learn(previous: number, code: number): void {
    if (code > this.#next || (code === this.#next && previous < 0)) {
      throw new Error('It names a code that is not known.');
    }
    if (previous < 0 || this.#next >= maxCodes) return;
    this.#before[this.#next] = previous;
    this.#lengths[this.#next] = (this.#lengths[previous] ?? 0) + 1;
    this.#last[this.#next] = this.#firstOf(code === this.#next ? previous : code);
    this.#next += 1;
    if (this.#next === 1 << this.width && this.width < widest) this.width += 1;
  }

  /** Where the next one goes. */
  write(code: number, out: Uint8Array, from: number): number {
    const end = from + (this.#lengths[code] ?? 0);
    let part = code;
    for (let at = end - 1; at >= from; at -= 1) {
      if (at < out.length) out[at] = this.#last[part] ?? 0;
      part = this.#before[part] ?? 0;
    }
    return end;
  }

  #firstOf(code: number): number {
    let part = code;
    for (let left = this.#lengths[code] ?? 1; left > 1; left -= 1) part = this.#before[part] ?? 0;
    return this.#last[part] ?? 0;
  }
}
