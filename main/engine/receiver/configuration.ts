/** What the receiver has to know to take calls by itself: what the engine told it last, kept in the journal. */
import * as z from 'zod';
import { settings } from '#shared/contract/settings.ts';
import type { LiveKey } from '../keys/index.ts';

/** A verifier's bytes are text in JSON. */
const bytes = z.codec(z.string(), z.instanceof(Uint8Array), {
  decode: (text) => new Uint8Array(Buffer.from(text, 'base64')),
  encode: (value) => Buffer.from(value).toString('base64'),
});

const { receiver, numbering, texts, policyRules, coverageOfIncident, trust } = settings.shape;
const { tls, publicUrl, trustedProxies } = receiver.shape;

const configuration = z.object({
  // An older version kept none of these.
  receiver: receiver.extend({
    tls: tls.default({ mode: 'off' }),
    publicUrl: publicUrl.default(''),
    trustedProxies: trustedProxies.default([]),
  }),
  numbering,
  texts,
  policyRules,
  coverageOfIncident,
  // Nor this.
  trust: trust.default({ authorityFile: '' }),
  /** Of the keys in force: a salt and a hash each, never a secret. */
  keys: z.array(
    z.object({
      id: z.int().nullable(),
      label: z.string(),
      email: z.string(),
      salt: bytes,
      verifier: bytes,
    }),
  ),
});

export type ReceiverConfiguration = Omit<z.infer<typeof configuration>, 'keys'> & {
  keys: readonly LiveKey[];
};

/** The name under which the journal keeps it. */
export const configurationName = 'configuration';

const plainKey = ({ id, label, email, salt, verifier }: LiveKey) => ({
  id,
  label,
  email,
  salt: new Uint8Array(salt),
  verifier: new Uint8Array(verifier),
});

export function configurationJson(value: ReceiverConfiguration): string {
  return JSON.stringify(z.encode(configuration, { ...value, keys: value.keys.map(plainKey) }));
}

/** Null where it is absent, of another version, or cannot be read: the engine tells it anew. */
export function readConfiguration(json: string | null): ReceiverConfiguration | null {
  if (json === null) return null;
  try {
    const read = configuration.safeDecode(JSON.parse(json));
    return read.success ? read.data : null;
  } catch (failure) {
    if (failure instanceof SyntaxError) return null;
    throw failure;
  }
}
