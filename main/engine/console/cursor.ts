/** The opaque cursor of a page that goes on below a row's id. */
export function cursorBelow(id: number): string {
  return Buffer.from(`id<${id}`).toString('base64url');
}

/** The id that a cursor goes on below; without one, or with one that is not ours, from the newest on. */
export function idBelow(cursor: string | undefined): number {
  const found = /^id<(\d{1,16})$/.exec(
    cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString(),
  );
  return found === null ? Number.MAX_SAFE_INTEGER : Number(found[1]);
}
