/**
 * The sign-ins of this program at its office. Pages know each by a name alone, which is of no use anywhere but in this program: the
 * token itself stays in this process, and between runs in the keychain. No file, log or command line has it.
 */
import { randomBytes } from 'node:crypto';
import type { SecretPlace } from '../engine/host.ts';
import type { SecretStore } from '../shell/secret-store.ts';

/** As the engine makes them. */
const token = /^[\w-]{43}$/;

export interface SignIns {
  /** Resolves once what the keychain has is known. */
  readonly ready: Promise<void>;
  /** The token behind a name; null of one that is over, or of another program. */
  tokenOf(name: string | null): string | null;
  /** Of whoever is signed in here; null where nobody is. */
  current(): string | null;
  /** Keeps a token in place of the one before, and names it. */
  keep(given: string): string;
  /** One that is over. */
  forget(given: string): void;
  /** Where the current one is kept; null where there is none. */
  place(): SecretPlace | null;
  /** Also of the keychain; resolves once that is done. */
  forgetAll(): Promise<void>;
}

export function openSignIns(
  secrets: Pick<SecretStore, 'read' | 'save' | 'forget'>,
  origin: string,
  onChange: () => void,
): SignIns {
  const account = `office-sign-in:${origin}`;
  const tokens = new Map<string, string>();
  let current: string | null = null;
  let place: SecretPlace | null = null;
  /** One thing after the other, so that what is kept is what came last. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>) => {
    last = last.then(work).catch(() => {});
    return last;
  };

  const read = async () => {
    const [name = '', kept = ''] = ((await secrets.read(account)) ?? '').split(' ');
    if (!token.test(name) || !token.test(kept) || current !== null) return;
    tokens.set(name, kept);
    current = kept;
    place = 'keychain';
    onChange();
  };
  const ready = inTurn(read).then(() => {});

  return {
    ready,
    tokenOf: (name) => (name === null ? null : (tokens.get(name) ?? null)),
    current: () => current,
    place: () => place,
    keep(given) {
      if (!token.test(given)) throw new TypeError('This is no token of a sign-in.');
      const name = randomBytes(32).toString('base64url');
      tokens.set(name, given);
      current = given;
      place = 'memory';
      onChange();
      void inTurn(async () => {
        const kept = await secrets.save(account, `${name} ${given}`);
        if (current !== given) return;
        place = kept;
        onChange();
      });
      return name;
    },
    forget(given) {
      for (const [name, known] of tokens) if (known === given) tokens.delete(name);
      if (current !== given) return;
      current = null;
      place = null;
      onChange();
      void inTurn(() => (current === null ? secrets.forget(account) : Promise.resolve()));
    },
    async forgetAll() {
      tokens.clear();
      current = null;
      place = null;
      await inTurn(() => secrets.forget(account));
    },
  };
}
