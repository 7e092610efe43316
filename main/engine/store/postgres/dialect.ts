/**
 * The SQL of the store as PostgreSQL reads it. The store writes one text where both allow it; what is left is here, a rule a
 * line, so that no query stands twice. PostgreSQL 13 and newer, and what speaks its protocol.
 */

/** A statement of the store: `?` is `$1`, `$2`, … in its order, and what only SQLite's planner reads is gone. */
export function inPostgres(sql: string): string {
  let place = 0;
  const rule = (code: string) =>
    statementRules
      .reduce((text, [what, into]) => text.replace(what, into), code)
      .replaceAll('?', () => `$${++place}`);
  return outsideOfTexts(sql, rule);
}

const statementRules: readonly [RegExp, string][] = [
  // Hints of which index, and in which order tables are gone through: PostgreSQL plans by its own figures.
  [/\b(?:INDEXED BY \w+|NOT INDEXED\b)/g, ''],
  [/\bCROSS JOIN (\w+(?: \w+)?\s+ON\b)/g, 'JOIN $1'],
  [/(?<=[\s(])\+(?=[a-z]\w*\.)/g, ''],
  [/\bAS BLOB\b/g, 'AS BYTEA'],
  [/\bAS INTEGER\b/g, 'AS BIGINT'],
  // What stands in JSON is text there.
  [/^\) = (\w+\.revision)\b/, ')::bigint = $1'],
  [/\bIS NOT (?!NULL\b|DISTINCT\b)/g, 'IS DISTINCT FROM '],
  [/\bIS (?!NOT\b|NULL\b|DISTINCT\b)/g, 'IS NOT DISTINCT FROM '],
  // SQLite's is empty where its length is below nothing.
  [/\bsubstr\((?=[\w.]+, 1, instr\()/g, 'beginning_of('],
  [/(?<=[(\s])only\b/g, '"only"'],
  // The index of the search: its table has one column of terms, and says by its own name what is looked for in it.
  [
    /\bINSERT (?:OR REPLACE )?INTO (search|policy_search) \(rowid, (\w+)\) VALUES \(\?, \?\)/g,
    'INSERT INTO $1 (rowid, $2) VALUES (?, terms_of(?)) ON CONFLICT (rowid) DO UPDATE SET $2 = excluded.$2',
  ],
  [/\b((?:\w+\.)?)search MATCH \?/g, '$1terms @@ terms_query(?)'],
  [/\b((?:\w+\.)?)policy_search MATCH \?/g, '$1words @@ terms_query(?)'],
];

/** Applies a rule to all of a statement but what stands between quotes or in comments. */
function outsideOfTexts(sql: string, rule: (code: string) => string): string {
  return sql
    .replace(/\bx'([\da-f]*)'/gi, "'\\x$1'::bytea")
    .split(/('(?:[^']|'')*'|"[^"]*"|--[^\n]*)/)
    .map((part, index) => (index % 2 === 0 ? rule(part) : part))
    .join('');
}

/**
 * What makes or changes tables, of each version of a schema in its order, as SQLite's migrations have it: integers of 64 bits,
 * texts in the order of their bytes, ids that follow the largest one, triggers as functions.
 */
export function schemaInPostgres(versions: readonly string[]): string[][] {
  const keys = new Map<string, string>();
  return versions.map((sql) => {
    const made = statementsOf(sql).flatMap((statement) => inPostgresSchema(statement, keys));
    // A table may refer to one that is made after it.
    return [...made.map((statement) => statement.replaceAll(reference, '')), ...made.flatMap(referencesOf)];
  });
}

/** The key of a row by its table, where it is a number that SQLite gives. */
type Keys = Map<string, string>;

const reference = / REFERENCES \w+ \(\w+\)/g;

function referencesOf(statement: string): string[] {
  const table = /^(?:CREATE|ALTER) TABLE (\S+)/.exec(statement)?.[1] ?? '';
  return [...statement.matchAll(/\b(\w+) (?:BIGINT|BYTEA)[ A-Z]* REFERENCES (\w+) \((\w+)\)/g)].map(
    ([, column, other, key]) =>
      `ALTER TABLE ${table} ADD FOREIGN KEY (${column}) REFERENCES ${other} (${key}) DEFERRABLE`,
  );
}

/** A trigger ends by `END;`, all else by a semicolon; comments are left away. */
function statementsOf(sql: string): string[] {
  const bare = outsideOfTexts(sql, (code) => code).replace(/('(?:[^']|'')*')|--[^\n]*/g, '$1');
  const found = bare.matchAll(/\s*(CREATE TRIGGER\b.*?\bEND|(?:'(?:[^']|'')*'|[^;'])+?)\s*;/gs);
  return [...found].map(([, statement = '']) => statement.trim()).filter((statement) => statement !== '');
}

function inPostgresSchema(statement: string, keys: Keys): string[] {
  const virtual = /^CREATE VIRTUAL TABLE (\w+) USING fts5 \(\s*(\w+)/.exec(statement);
  if (virtual !== null) return termsTable(virtual[1] ?? '', virtual[2] ?? '');
  if (statement.startsWith('CREATE TABLE')) return [tableInPostgres(statement, keys)];
  if (statement.startsWith('CREATE TRIGGER')) return triggerInPostgres(statement);
  if (/^CREATE (UNIQUE )?INDEX/.test(statement)) return [indexInPostgres(statement, keys)];
  if (/^ALTER TABLE \S+ ADD /.test(statement)) return [typesInPostgres(statement)];
  const dropped = /^DROP TRIGGER (\w+)$/.exec(statement)?.[1];
  // Its function goes, and the trigger with it.
  if (dropped !== undefined) return [`DROP FUNCTION ${dropped} CASCADE`];
  return [inPostgres(statement)];
}

/** As SQLite's, a row's key stands last in each index, so that what is alike is in the order of the keys. */
function indexInPostgres(statement: string, keys: Keys): string {
  const begin = /^CREATE (UNIQUE )?INDEX \w+ ON "?(\w+)"? \(/.exec(statement);
  if (begin === null) throw new Error(`No index of PostgreSQL is known for: ${statement}`);
  const [opening, unique, table = ''] = begin;
  const { items, end } = listFrom(statement, opening.length);
  const columns = items.map((column) => (/^\w+( DESC)?$/.test(column) ? column : `(${inPostgres(column)})`));
  const key = keys.get(table);
  if (unique === undefined && key !== undefined && !columns.includes(key)) columns.push(key);
  return `${opening}${columns.join(', ')}${inPostgres(statement.slice(end))}`;
}

/** The items of a list that begins at a place, cut at the commas that stand in no parentheses of theirs, and where it closes. */
function listFrom(text: string, from: number): { items: string[]; end: number } {
  const items = [''];
  for (let end = from, depth = 1; ; end += 1) {
    const sign = text[end] ?? ')';
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0) return { items: items.map((item) => item.trim()), end };
    if (sign === ',' && depth === 1) items.push('');
    else items[items.length - 1] += sign;
  }
}

/** Whoever enters words enters their place, also an engine that knows of none. */
export const addPlaces =
  'CREATE TRIGGER add_place BEFORE INSERT OR UPDATE ON search FOR EACH ROW EXECUTE FUNCTION add_place()';

/**
 * Terms lie beside their rows, of which there are so many on a page that a search looks at few pages. What was entered last is read by
 * every search until it is merged with the index, and who enters what is more than so many kB waits for the merging.
 */
function termsTable(table: string, column: string): string[] {
  return [
    `CREATE TABLE ${table} (rowid BIGINT PRIMARY KEY, ${column} tsvector NOT NULL) WITH (toast_tuple_target = 128)`,
    `CREATE INDEX ${table}_terms ON ${table} USING gin (${column}) WITH (gin_pending_list_limit = 1024)`,
    ...(table === 'search' ? [addPlaces] : []),
  ];
}

function tableInPostgres(statement: string, keys: Keys): string {
  const name = /^CREATE TABLE (?:"(\w+)"|(\w+))/.exec(statement);
  const table = name?.[1] ?? name?.[2] ?? '';
  const key = /\b(\w+) INTEGER PRIMARY KEY(?! CHECK)/.exec(statement)?.[1];
  if (key !== undefined) keys.set(table, key);
  return typesInPostgres(
    statement
      .replace(/\)\s*(?:STRICT|WITHOUT ROWID)(?:\s*,\s*(?:STRICT|WITHOUT ROWID))?$/, ')')
      .replace(/\b(\w+ INTEGER PRIMARY KEY)(?! CHECK)/, `$1 DEFAULT next_id('${table}', '${key}')`),
  );
}

function typesInPostgres(statement: string): string {
  return outsideOfTexts(statement, (code) =>
    code
      .replace(/\bINTEGER\b/g, 'BIGINT')
      .replace(/\bBLOB\b/g, 'BYTEA')
      .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
      .replace(/\bonly\b/g, '"only"'),
  );
}

/** `WHEN` goes into the function, where it may look into other tables. */
function triggerInPostgres(statement: string): string[] {
  const parts =
    /^CREATE TRIGGER (\w+)\s+((?:BEFORE|AFTER)\s+(?:INSERT|DELETE|UPDATE)(?:\s+OF\s+[\w,\s]+?)?)\s+ON\s+(\w+)\s+(?:WHEN\s+(.*?)\s+)?BEGIN\s+(.*)END$/s.exec(
      statement,
    );
  if (parts === null) throw new Error(`No trigger of PostgreSQL is known for: ${statement}`);
  const [, name, when, table, condition, body = ''] = parts;
  const raised = /^SELECT RAISE\(ABORT, ('(?:[^']|'')*')\);\s*$/.exec(body);
  const does =
    raised === null
      ? inPostgres(body)
      : `RAISE EXCEPTION USING MESSAGE = ${raised[1]}, ERRCODE = 'integrity_constraint_violation';`;
  const rows = when?.includes('DELETE') === true ? 'OLD' : 'NEW';
  const guarded = condition === undefined ? does : `IF ${inPostgres(condition)} THEN ${does} END IF;`;
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN ${guarded} RETURN ${rows}; END $body$`,
    `CREATE TRIGGER ${name} ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  ];
}

/** What SQLite has and PostgreSQL has not, by the same names; made in the schema before all tables. */
export const functionsInPostgres: readonly string[] = [
  `CREATE FUNCTION next_id(table_name text, column_name text) RETURNS bigint LANGUAGE plpgsql AS $body$
    DECLARE following bigint;
    BEGIN
      EXECUTE format('SELECT coalesce(max(%I), 0) + 1 FROM %I', column_name, table_name) INTO following;
      RETURN following;
    END $body$`,
  // U+0000, which no stored text has, is left away.
  `CREATE FUNCTION json_each(list text) RETURNS TABLE (value text) LANGUAGE sql IMMUTABLE STRICT ROWS 20
    AS $body$ SELECT * FROM json_array_elements_text((CASE WHEN strpos(list, '\\u0000') = 0 THEN list
      ELSE regexp_replace(list, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000', '\\1', 'g') END)::json) $body$`,
  `CREATE FUNCTION json_valid(content text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT AS $body$
    BEGIN
      PERFORM content::json;
      RETURN true;
    EXCEPTION WHEN invalid_text_representation THEN RETURN false;
    END $body$`,
  // What names U+0000 has no text here: it is looked for by nobody.
  `CREATE FUNCTION json_extract(content text, place text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $body$
    BEGIN
      RETURN content::json #>> string_to_array(substr(place, 3), '.');
    EXCEPTION WHEN untranslatable_character THEN RETURN NULL;
    END $body$`,
  `CREATE FUNCTION instr(content text, piece text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT
    AS $body$ SELECT strpos(content, piece) $body$`,
  `CREATE FUNCTION beginning_of(content text, first integer, length integer) RETURNS text LANGUAGE sql IMMUTABLE STRICT
    AS $body$ SELECT substr(content, first, greatest(length, 0)) $body$`,
  `CREATE FUNCTION iif(condition boolean, one text, other text) RETURNS text LANGUAGE sql IMMUTABLE
    AS $body$ SELECT CASE WHEN condition THEN one ELSE other END $body$`,
  `CREATE FUNCTION terms_of(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT
    AS $body$ SELECT array_to_tsvector(array_remove(string_to_array(words, ' '), '')) $body$`,
  // Of the rows of the index, 256 by their ids have a term in common, which no word is, and 512 the beginning of theirs, and 1,024 a
  // shorter one, and so on: the newest are found by the index.
  `CREATE FUNCTION place_of(id bigint) RETURNS text LANGUAGE sql IMMUTABLE STRICT
    AS $body$ SELECT '#' || (id >> 8)::bit(36)::text $body$`,
  `CREATE FUNCTION add_place() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      NEW.terms := NEW.terms || array_to_tsvector(ARRAY[place_of(NEW.rowid)]);
      RETURN NEW;
    END $body$`,
  // An expression of FTS5, whose terms are quoted letters and digits.
  `CREATE FUNCTION terms_query(expression text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT AS $body$
    SELECT replace(replace(replace(replace(regexp_replace(expression, '"([^"]*)"\\*', '''\\1'':*', 'g'), '"', ''''),
      ' AND ', ' & '), ' OR ', ' | '), ' NOT ', ' & !')::tsquery $body$`,
  // Rows of the search that meet a condition, the newest first: by the index alone, since the planner does not count what it costs to
  // unpack terms. It gives rows in no order, and they lie all over the table: what many have is looked for in as many of the newest
  // places as will do, by how many the newest of all had; what few have in all at once. A row of all costs about as much as 120 that are
  // not looked for cost in a place, and two or three places of any size are looked through together. How many have it is a guess: what
  // is looked through grows no faster than 16 times, and where it may be many it is taken to be many.
  `CREATE FUNCTION newest_matches(expression text, below bigint, most bigint) RETURNS SETOF bigint LANGUAGE plpgsql STABLE STRICT
    SET enable_seqscan = off AS $body$
    DECLARE
      sought tsquery := terms_query(expression);
      top bigint := (SELECT max(s.rowid) + 1 FROM search s WHERE s.rowid < below);
      reached bigint := top;
      span float8 := 256 * least(4, greatest(most, 1));
      doublings integer;
      first bigint;
      found bigint[] := '{}';
      more bigint[];
    BEGIN
      WHILE reached > 0 LOOP
        doublings := least(greatest(ceil(ln(span / 512) / ln(2::float8)), 0), 11);
        first := greatest(reached - span::bigint, 0) >> (8 + doublings);
        SELECT coalesce(array_agg(f.rowid ORDER BY f.rowid DESC), '{}') INTO more FROM (
          SELECT s.rowid FROM search s WHERE s.terms @@ (sought && (
            SELECT string_agg('''#' || left((g.at << doublings)::bit(36)::text, 36 - doublings) || ''':*', ' | ')
              FROM generate_series(first, (reached - 1) >> (8 + doublings)) AS g (at))::tsquery) OFFSET 0) f
          WHERE f.rowid < reached;
        found := found || more;
        reached := first << (8 + doublings);
        IF cardinality(found) >= most THEN
          RETURN QUERY SELECT unnest(found[1:most]); RETURN;
        END IF;
        EXIT WHEN found = '{}';
        span := (most - cardinality(found)) * (top - reached)::float8 / cardinality(found);
        EXIT WHEN span * (top - reached) > 120.0 * (cardinality(found) + 2 * sqrt(cardinality(found))) * top;
        span := least(1.25 * span + 256, 16.0 * (top - reached), 1048576);
      END LOOP;
      RETURN QUERY SELECT unnest(found);
      RETURN QUERY SELECT f.rowid FROM (SELECT s.rowid FROM search s WHERE s.terms @@ sought OFFSET 0) f
        WHERE f.rowid < reached ORDER BY f.rowid DESC LIMIT most - cardinality(found);
    END $body$`,
  // Whether any row does: what many have some of the newest have, and of what only older ones have no more than one is looked at.
  `CREATE FUNCTION any_match(expression text) RETURNS boolean LANGUAGE plpgsql STABLE STRICT SET enable_seqscan = off AS $body$
    DECLARE sought tsquery := terms_query(expression);
    BEGIN
      RETURN EXISTS (SELECT 1 FROM search s WHERE s.terms @@ (sought && (
          SELECT quote_literal(place_of(max(n.rowid)))::tsquery || quote_literal(place_of(max(n.rowid) - 256))::tsquery FROM search n)))
        OR EXISTS (SELECT 1 FROM search s WHERE s.terms @@ sought);
    END $body$`,
  `CREATE FUNCTION oldest_with(expression text, most bigint) RETURNS SETOF bigint LANGUAGE plpgsql STABLE STRICT
    SET enable_seqscan = off AS $body$
    BEGIN
      RETURN QUERY SELECT f.rowid FROM (SELECT s.rowid FROM search s WHERE s.terms @@ terms_query(expression) OFFSET 0) f
        ORDER BY f.rowid LIMIT most;
    END $body$`,
];

/** Has the words be entered anew in the background of every record, note and reminder. */
export const enterWordsAnew: readonly string[] = [
  `INSERT INTO search_stale (what, id) SELECT 'record', id FROM record WHERE true ON CONFLICT (what, id) DO NOTHING`,
  `INSERT INTO search_stale (what, id) SELECT 'claimNote', id FROM claim_note WHERE true ON CONFLICT (what, id) DO NOTHING`,
  `INSERT INTO search_stale (what, id) SELECT 'claimReminder', id FROM reminder WHERE record_id IS NULL ON CONFLICT (what, id) DO NOTHING`,
];
