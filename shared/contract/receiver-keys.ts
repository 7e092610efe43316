import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant, rowId } from './common.ts';

/** The most live keys: the old and the new one of a rotation. */
export const maxLiveKeys = 2;

/**
 * A key with which the marketplace signs in (interface, "Authentication"). The engine knows a salted
 * verifier only; the secret is in the keychain, or for this run in the shell's memory.
 */
const receiverKey = z.object({
  id: rowId.nullable(),
  label: z.string(),
  email: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  retiredAt: instant.nullable(),
  /** Where the secret is: handed over only, kept in the keychain, in memory until Perito stops, or from the environment. */
  secretIn: z.enum(['keychain', 'memory', 'nowhere', 'environment']),
});
export type ReceiverKey = z.infer<typeof receiverKey>;

/**
 * How a secret passes between the person and Perito without the renderer: through the clipboard, by the
 * shell, or on a page of the shell's own that works once.
 */
export const passage = z.discriminatedUnion('way', [
  z.object({ way: z.literal('clipboard'), clearedAfterSeconds: z.int() }),
  z.object({ way: z.literal('page'), path: z.string(), validSeconds: z.int() }),
]);
export type Passage = z.infer<typeof passage>;

const label = z.string().trim().min(1).max(60);

export const receiverKeysContract = {
  list: oc.output(z.array(receiverKey)),
  /** Makes a new secret of 256 random bits for this e-mail. */
  generate: oc
    .input(z.object({ email: z.email().max(200), label }))
    .output(receiverKey)
    .errors({ TOO_MANY_KEYS: { status: 409, message: 'Two keys are live already; retire one first.' } }),
  /** Takes a key that exists already, through the shell: `email:secret`, or its Base64 form. */
  collect: oc
    .input(z.object({ label }))
    .output(passage)
    .errors({
      TOO_MANY_KEYS: { status: 409, message: 'Two keys are live already; retire one first.' },
      NO_KEY_THERE: {
        status: 422,
        message: 'What was given is not a key: email:secret, or its Base64 form.',
      },
    }),
  /** Hands the secret to the person, so that it can be given to the marketplace. */
  handOver: oc
    .input(z.object({ id: rowId }))
    .output(passage)
    .errors({
      NOT_FOUND: { status: 404, message: 'No key has this id.' },
      SECRET_NOT_HERE: { status: 409, message: 'The secret of this key is not kept here.' },
    }),
  /** Retires the key: calls with it are refused from now on. */
  retire: oc
    .input(z.object({ id: rowId }))
    .output(receiverKey)
    .errors({ NOT_FOUND: { status: 404, message: 'No key has this id.' } }),
};

const environmentLabel = /^PERITO_RECEIVER_KEYS ([1-9]\d{0,8})$/;

/** The stored label of a key of `PERITO_RECEIVER_KEYS`; screens translate it. */
export const environmentKeyLabel = (number: number): string => `PERITO_RECEIVER_KEYS ${number}`;

/** The position in `PERITO_RECEIVER_KEYS`, from 1, of the key with a label; null for any other label. */
export function numberOfEnvironmentKey(label: string): number | null {
  const number = environmentLabel.exec(label)?.[1];
  return number === undefined ? null : Number(number);
}
