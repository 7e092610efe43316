import { type Column, columnsOf } from './columns.ts';

/** The members of an entry that are taken as its id and its name. */
export interface FoundMembers {
  id: readonly string[];
  name: readonly string[];
}

/**
 * Finds id and name by shape, since no field of the lists is documented: an id is a text or number that hardly ever
 * repeats, a name is words; how a member is called speaks for it, and the two that share a prefix
 * (`stateId`, `stateName`) belong together. Null where no member can be either.
 */
export function findMembers(entries: readonly unknown[]): FoundMembers | null {
  const { columns, looked } = columnsOf(entries);
  const ids = rated(columns, (column) => worthAsId(column, looked));
  const names = rated(columns, (column) => worthAsName(column, looked));
  let best: (FoundMembers & { worth: number }) | null = null;
  for (const id of ids) {
    for (const name of names) {
      if (id.column === name.column) continue;
      const worth = id.worth + name.worth + (isPair(id.column, name.column) ? 25 : 0);
      if (best === null || worth > best.worth) best = { id: id.column.path, name: name.column.path, worth };
    }
  }
  return best === null ? null : { id: best.id, name: best.name };
}

function rated(columns: readonly Column[], worthOf: (column: Column) => number | null) {
  return columns.flatMap((column, index) => {
    const worth = worthOf(column);
    // Of two alike the one that is named first.
    return worth === null ? [] : [{ column, worth: worth - index - 8 * (column.path.length - 1) }];
  });
}

/** The names that speak for an id, the strongest first; without separators and in lower case. */
const idNames: readonly (readonly [RegExp, number])[] = [
  [/^_?id$|^identifier$/, 100],
  [/id$/, 80],
  [/^(code|codigo|key|clave)$/, 75],
  [/(guid|uuid)$/, 70],
  [/(code|codigo|key|number|numero)$/, 65],
  [/^(value|valor)$/, 55],
];
const nameNames: readonly (readonly [RegExp, number])[] = [
  [/^(name|nombre)$/, 100],
  [/^displayname$/, 95],
  [/(name|nombre)$/, 85],
  [/^(title|titulo|label|etiqueta)$/, 80],
  [/^(description|descripcion|text|texto)$/, 75],
  [/(description|descripcion|text|title|label)$/, 65],
  [/^(value|valor)$/, 50],
];

function worthAsId(column: Column, looked: number): number | null {
  const { filled, distinct, dates } = column;
  if (filled * 2 < looked || dates * 2 > filled) return null;
  const named = hint(column, idNames);
  const isUnique = distinct === filled;
  if (named === 0 && !isUnique) return null;
  return named + (isUnique ? 60 : (30 * distinct) / filled) + (40 * filled) / looked + numeric(column);
}

function worthAsName(column: Column, looked: number): number | null {
  const { filled, distinct, worded } = column;
  const named = hint(column, nameNames);
  if (filled * 2 < looked || column.numbers * 2 > filled) return null;
  if (named === 0 && worded * 2 < filled) return null;
  const code = hint(column, idNames) > named ? -50 : 0;
  return named + code + (50 * worded) / filled + (15 * distinct) / filled + (40 * filled) / looked;
}

const numeric = ({ numbers, filled }: Column): number => (numbers * 2 > filled ? 5 : 0);

/** How much the member's name says. `nameEs` and `name.es` are names too, Spanish ones before the others. */
function hint({ path }: Column, names: readonly (readonly [RegExp, number])[]): number {
  const last = plain(path.at(-1) ?? '');
  const inner = isLanguage(last) || last === '0' ? plain(path.at(-2) ?? '') : last;
  const bare = withoutLanguage(path.at(-1) ?? '');
  const found = names.find(([name]) => name.test(inner) || name.test(bare));
  if (found === undefined) return 0;
  return found[1] - (inner === bare && inner === last ? 0 : 2) + (isSpanish(path) ? 3 : 0);
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase();
const languages = '(es|en|fr|spa|eng|spanish|english|espanol|ingles)';
const isLanguage = (name: string): boolean => new RegExp(`^${languages}([a-z]{2})?$`).test(name);
const withoutLanguage = (name: string): string =>
  plain(name.replace(/(?:[-_](es|en|fr)(?:[-_][A-Za-z]{2})?|(?<=[a-z])(Es|En|Fr|ES|EN|FR))$/, ''));
const isSpanish = (path: readonly string[]): boolean =>
  /(^|[-_.a-z])(Es|ES|es|spa|[sS]panish|espanol)([-_][A-Za-z]{2})?$/.test(path.at(-1) ?? '');

/** `stateId` and `stateName`, or `id` and `name`: the same beginning, in the same object. */
function isPair(id: Column, name: Column): boolean {
  const beginning = ({ path }: Column) => {
    const end = /(id|code|key|guid|uuid|name|description|text|nombre|codigo|descripcion)$/;
    return [...path.slice(0, -1), plain(path.at(-1) ?? '').replace(end, '')].join('.').toLowerCase();
  };
  return beginning(id) === beginning(name);
}
