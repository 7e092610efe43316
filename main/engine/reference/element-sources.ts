/**
 * The source text of each element of the array at `path` in a JSON text that `JSON.parse` takes, so that an
 * element can be shown as it came: long numbers, trailing zeros and repeated names included.
 */
export function elementSources(json: string, path: readonly string[]): string[] {
  let at = skipSpace(json, 0);
  for (const name of path) at = lastMember(json, at, name);
  if (json[at] !== '[') return [];
  const sources: string[] = [];
  for (const { start, end } of parts(json, at)) sources.push(json.slice(start, end));
  return sources;
}

/** Where the value of this name begins; the last of several counts, as `JSON.parse` has it. */
function lastMember(json: string, object: number, name: string): number {
  let found = json.length;
  if (json[object] !== '{') return found;
  for (const { start } of parts(json, object)) {
    const keyEnd = skipText(json, start);
    const key: unknown = JSON.parse(json.slice(start, keyEnd));
    if (key === name) found = skipSpace(json, skipSpace(json, keyEnd) + 1);
  }
  return found;
}

/** The elements of the array, or the `name: value` members of the object, that begins here. */
function* parts(json: string, open: number): Generator<{ start: number; end: number }> {
  let at = skipSpace(json, open + 1);
  while (at < json.length && json[at] !== ']' && json[at] !== '}') {
    const start = at;
    let end = skipValue(json, at);
    at = skipSpace(json, end);
    if (json[at] === ':') {
      end = skipValue(json, skipSpace(json, at + 1));
      at = skipSpace(json, end);
    }
    yield { start, end };
    if (json[at] === ',') at = skipSpace(json, at + 1);
  }
}

function skipValue(json: string, from: number): number {
  if (json[from] === '"') return skipText(json, from);
  if (json[from] !== '{' && json[from] !== '[') return skipScalar(json, from);
  let depth = 0;
  let at = from;
  do {
    const sign = json[at];
    if (sign === '"') {
      at = skipText(json, at);
      continue;
    }
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    at += 1;
  } while (depth > 0 && at < json.length);
  return at;
}

function skipText(json: string, quote: number): number {
  for (let at = quote + 1; at < json.length; at += 1) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

function skipScalar(json: string, from: number): number {
  let at = from;
  while (at < json.length && !/[,\]}\s]/.test(json[at] ?? '')) at += 1;
  return at;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(json[at] ?? 'x')) at += 1;
  return at;
}
