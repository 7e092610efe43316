import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The queries of the store, without what opens a database and what migrates it, and what fills the folder of an archive, which is
 * SQLite's whatever the store is, at a schema that stays.
 */
const folder = join(import.meta.dirname, '../../../main/engine/store');
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !['archive-folder.ts', 'database.ts', 'index.ts'].includes(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** Forms that SQLite alone takes, or that another engine reads otherwise, for which both have one that is the same. */
const forms: [string, RegExp][] = [
  ['ifnull, where coalesce does', /\bifnull\(/i],
  ['a name in camel case that is not quoted, which PostgreSQL folds', /\bAS [a-z]+[A-Z]/],
  ['IS with a value, where IS DISTINCT FROM does', /\bIS (NOT )?(\?|\(SELECT)/],
  ['a conflict without its columns', /\bON CONFLICT DO\b/],
  ['REPLACE, where an upsert does', /\b(INSERT OR REPLACE|REPLACE) INTO (?!search\b|policy_search\b)/],
  ['max or min of two values', /(?<!Math\.)\b(max|min)\([\w.]+ ?[,-]/],
  ['an integer that is short elsewhere', /AS (INTEGER|INT|REAL)\)/],
  ['a blob in hexadecimal', /\bx'/],
  ['a column called only that is not quoted', /(?<!["\w])only = [^>=]/],
  [
    'values put together in whatever order they are found',
    /\b(string_agg|group_concat)\((?!ordered\.|[^()]*\bORDER BY\b)/i,
  ],
  ['a subquery without a name', /(?<!DISTINCT )FROM \((?:[^()]|\([^()]*\))*\)(?! AS )/],
];

test.each(forms)('no query has %s', (_, form) => {
  const found = sources.flatMap(({ name, text }) => {
    const sql = text.replaceAll(/^ *(\/\/|\*|\/\*\*).*$/gm, '');
    const at = form.exec(sql);
    return at === null ? [] : [`${name}: ${sql.slice(at.index, at.index + 60)}`];
  });
  expect(found).toEqual([]);
});
