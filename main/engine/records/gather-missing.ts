import type { Oddity } from '#shared/marketplace/read.ts';

/**
 * Makes one finding of the fields that an object lacks, and one of list elements that lack the same: an order
 * of ten lines without market prices is one thing to look at, not thirty.
 */
export function gatherMissing(oddities: readonly Oddity[]): Oddity[] {
  const others = oddities.filter(({ code }) => code !== 'wire.missing');
  const namesOf = new Map<string, string[]>();
  for (const { code, pointer } of oddities) {
    if (code !== 'wire.missing') continue;
    const cut = pointer.lastIndexOf('/');
    const owner = pointer.slice(0, cut);
    namesOf.set(owner, [...(namesOf.get(owner) ?? []), pointer.slice(cut + 1)]);
  }
  const alike = new Map<string, { owners: string[]; names: string[] }>();
  for (const [owner, names] of namesOf) {
    const key = `${listOf(owner) ?? owner} ${names.join(' ')}`;
    const group = alike.get(key) ?? { owners: [], names };
    group.owners.push(owner);
    alike.set(key, group);
  }
  return [...[...alike.values()].map(asOddity), ...others];
}

function asOddity({ owners, names }: { owners: string[]; names: string[] }): Oddity {
  const [first = ''] = owners;
  const pointer = owners.length === 1 ? first : (listOf(first) ?? first);
  const parameters = { names: names.join(', '), count: names.length, objects: owners.length };
  return { code: 'wire.missing', pointer, parameters };
}

/** The list that an element's pointer is in, or null. */
function listOf(pointer: string): string | null {
  return /^(.*)\/\d+$/.exec(pointer)?.[1] ?? null;
}
