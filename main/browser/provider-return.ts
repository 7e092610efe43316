/** Where the office's OpenID provider sends a browser back to (RFC 6749, 4.1.2). */
import type { ServerResponse } from 'node:http';
import { send } from './answer.ts';

/** What a sign-in needs of it; nothing else goes on. */
const taken = ['code', 'state', 'iss', 'error'] as const;
const maxLength = 4096;

/**
 * Leads to the screen that ends the sign-in, with what came behind the `#`, which is sent to no server and stands in no log. Nothing that
 * came says where that leads.
 */
export function answerProviderReturn(response: ServerResponse, { searchParams }: URL): void {
  const found = taken.flatMap((name) => {
    const [value, ...others] = searchParams.getAll(name);
    return value === undefined || others.length > 0 || value.length > maxLength ? [] : [[name, value]];
  });
  const brought = Buffer.from(JSON.stringify(Object.fromEntries(found))).toString('base64url');
  send(response, 302, { location: `/#/provider/${brought}` }, '');
}
