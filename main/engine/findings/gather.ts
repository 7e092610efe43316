import type { FindingCode } from '#shared/finding-terms.ts';
import type { Oddity } from '#shared/marketplace/read.ts';

/** Oddities of form that come in numbers: what an object has of one code is one thing to look at. */
const gathered: ReadonlySet<FindingCode> = new Set([
  'wire.missing',
  'wire.null',
  'wire.numberAsText',
  'wire.textAsNumber',
  'wire.pascalCase',
]);

/**
 * Makes one finding of the fields of an object that are odd in one way, and one of list elements that are odd in
 * the same fields: an order of ten lines without market prices is one finding, not thirty. Its parameters are the
 * `names` of the fields, their `count`, and the number of `objects`.
 */
export function gather(oddities: readonly Oddity[]): Oddity[] {
  const fields = new Map<string, { code: FindingCode; owner: string; names: string[] }>();
  const others: Oddity[] = [];
  for (const oddity of oddities) {
    if (!gathered.has(oddity.code)) {
      others.push(oddity);
      continue;
    }
    const cut = oddity.pointer.lastIndexOf('/');
    const owner = oddity.pointer.slice(0, Math.max(0, cut));
    const key = `${oddity.code} ${owner}`;
    const group = fields.get(key) ?? { code: oddity.code, owner, names: [] };
    group.names.push(oddity.pointer.slice(cut + 1));
    fields.set(key, group);
  }
  const alike = new Map<string, { code: FindingCode; owners: string[]; names: string[] }>();
  for (const { code, owner, names } of fields.values()) {
    const key = `${code} ${listOf(owner) ?? owner} ${names.join(' ')}`;
    const group = alike.get(key) ?? { code, owners: [], names };
    group.owners.push(owner);
    alike.set(key, group);
  }
  return [...[...alike.values()].map(asOddity), ...others];
}

function asOddity({ code, owners, names }: { code: FindingCode; owners: string[]; names: string[] }): Oddity {
  const [first = ''] = owners;
  const pointer = owners.length === 1 ? first : (listOf(first) ?? first);
  return {
    code,
    pointer,
    parameters: { names: names.join(', '), count: names.length, objects: owners.length },
  };
}

/** The list that an element's pointer is in, or null. */
function listOf(pointer: string): string | null {
  return /^(.*)\/\d+$/.exec(pointer)?.[1] ?? null;
}
