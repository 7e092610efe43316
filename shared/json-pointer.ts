/** JSON pointers (RFC 6901): how a name stands in one, and how it is read from it. */

/** A name as a token of a pointer. */
export const tokenOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const nameOf = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** The names on the way to what a pointer points at; none where that is the whole. */
export const namesOf = (pointer: string): string[] => pointer.split('/').slice(1).map(nameOf);

/** The last of them; empty where there is none. */
export const lastNameOf = (pointer: string): string => namesOf(pointer).at(-1) ?? '';
