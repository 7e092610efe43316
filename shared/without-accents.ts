/** A text in lower case and without its accents: `Ñandú` is `nandu`. */
export function withoutAccents(text: string): string {
  // Most texts have none, and numbers never do.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}
