/**
 * `npm run sign:updates -- TO [FROM…]`, with the private key in `PERITO_UPDATE_KEY`: makes a folder that can be hosted as the feed of
 * newer versions. Moves what lies in the folders FROM to TO, with the metadata of one system that several machines made as one, and
 * signs all metadata there.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { signatureSuffix, signMetadata } from '../updates/metadata-signature.ts';

const isMetadata = (name: string): boolean => /^latest[\w-]*\.yml$/.test(name);

const metadata = z.looseObject({
  version: z.string(),
  files: z.array(z.looseObject({ url: z.string() })),
});

/** Throws where two machines made different versions, and where there is nothing to sign. */
export function signUpdates(to: string, from: readonly string[], privateKey: string): void {
  mkdirSync(to, { recursive: true });
  const made = new Map<string, z.infer<typeof metadata>>();
  for (const folder of from)
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (isMetadata(name)) made.set(name, joined(name, made.get(name), readFileSync(file, 'utf8')));
      else renameSync(file, join(to, name));
    }
  for (const [name, content] of made) writeFileSync(join(to, name), stringify(content));
  const names = readdirSync(to).filter(isMetadata);
  if (names.length === 0) throw new Error(`There is no latest.yml in ${to}.`);
  for (const name of names) {
    const signature = signMetadata(name, readFileSync(join(to, name)), privateKey);
    writeFileSync(join(to, `${name}${signatureSuffix}`), signature);
  }
}

function joined(name: string, before: z.infer<typeof metadata> | undefined, text: string) {
  const next = metadata.parse(parse(text));
  if (before === undefined) return next;
  if (before.version !== next.version)
    throw new Error(`${name} is of ${before.version} and of ${next.version}.`);
  return { ...before, files: [...before.files, ...next.files] };
}

if (import.meta.main) {
  const [to, ...from] = process.argv.slice(2);
  const privateKey = process.env['PERITO_UPDATE_KEY'] ?? '';
  if (to === undefined || privateKey === '')
    throw new Error('sign:updates needs a folder, and the key in PERITO_UPDATE_KEY.');
  signUpdates(to, from, privateKey);
}
