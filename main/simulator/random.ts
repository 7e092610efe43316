/**
 * Random numbers that can be repeated: the same seed and label give the same numbers on every machine. Each record
 * has a label of its own, so that records made at the same time do not change each other.
 */
import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean;
  /** Throws a RangeError where the list is empty. */
  pick<Thing>(things: readonly Thing[]): Thing;
  /** A version 4 UUID in its usual text form. */
  guid(): string;
}

/** The generator is sfc32 (Chris Doty-Humphrey, PractRand), its state taken from a SHA-256 of seed and label. */
export function randomFor(seed: number, label: string): Random {
  const fraction = sfc32(`${seed}:${label}`);
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick(things) {
      const thing = things[integer(0, things.length - 1)];
      if (thing === undefined) throw new RangeError('there is nothing to pick from');
      return thing;
    },
    guid() {
      const digits = Array.from({ length: 32 }, () => integer(0, 15).toString(16));
      digits[12] = '4';
      digits[16] = integer(8, 11).toString(16);
      return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

/** A copy of the list in a random order. */
export function shuffled<Thing>(random: Random, things: readonly Thing[]): Thing[] {
  return things
    .map((thing) => ({ thing, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

function sfc32(text: string): () => number {
  const digest = createHash('sha256').update(text).digest();
  let a = digest.readInt32LE(0);
  let b = digest.readInt32LE(4);
  let c = digest.readInt32LE(8);
  let counter = digest.readInt32LE(12);
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
}
