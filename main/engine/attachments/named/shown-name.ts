/** Longer names are cut before their ending. */
const longest = 160;
/** Of a longer text only its end is looked at. */
const maxNameLength = 4096;

/**
 * A file's name to show and to save under: without folders, control characters and marks that turn the direction of
 * writing, which can make `exe.jpg` of `gpj.exe`. Never a path.
 */
export function shownName(...said: readonly (string | null | undefined)[]): string {
  for (const name of said) {
    const clean = cleaned(name ?? '');
    if (clean !== '') return clean;
  }
  return 'archivo';
}

function cleaned(name: string): string {
  const last = bare(name.slice(-maxNameLength)).split(/[\\/]/).at(-1) ?? '';
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').replaceAll(/^[\s.]+|[\s.]+$/g, '');
  if (plain.length <= longest) return plain;
  const ending = /\.[\p{L}\p{N}]{1,8}$/u.exec(plain)?.[0] ?? '';
  return (
    plain
      .slice(0, longest - ending.length)
      .toWellFormed()
      .trimEnd() + ending
  );
}

/** Of an address its path, as people read it; without a query, which may be a key of its own. */
function bare(name: string): string {
  const path = name.toWellFormed().replace(/\?[^?#=]+=.*$/s, '');
  if (!/^https?:/i.test(path)) return path;
  try {
    return decodeURIComponent(path).toWellFormed();
  } catch {
    return path;
  }
}
