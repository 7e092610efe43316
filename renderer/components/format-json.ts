/**
 * Lays JSON out to be read without touching a single value: numbers keep the digits they came with, which
 * parsing and writing again would not promise. What is no JSON is laid out as far as its brackets go.
 */
export function formatJson(text: string): string {
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.max(0, depth))}`;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+|"/g) ?? [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      depth++;
      const empty = next === '}' || next === ']';
      out += empty ? token : token + line();
    } else if (token === '}' || token === ']') {
      depth--;
      const before = tokens[index - 1];
      out += before === '{' || before === '[' ? token : line() + token;
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  });
  return out;
}
