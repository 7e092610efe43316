/** A feed of newer versions as a provider hosts one: a folder behind a real server of HTTPS, signed by a key of its own. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { stringify } from 'yaml';
import { publicKeyOf, signMetadata } from '../../main/desktop/updates/metadata-signature.ts';
import { selfSigned } from '../engine/reference/self-signed.ts';

export const keyPair = () => {
  const privateKey = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  return { privateKey, publicKey: publicKeyOf(privateKey) };
};

export interface Published {
  version: string;
  /** Of the one file. */
  name: string;
  bytes: Buffer;
  notes?: string;
  /** Instead of what is true of it. */
  sha512?: string;
  size?: number;
}

export interface UpdateFeed extends AsyncDisposable {
  address: string;
  publicKey: string;
  privateKey: string;
  files: Map<string, Buffer>;
  /** What was asked for: `latest-linux.yml`, or `name bytes=3-` where a part was. */
  asked: string[];
  /** How many bytes of a file are sent before the line is cut, each once, in this order. */
  cuts: number[];
  /** The bytes of the file that its taker has kept: a line is cut once they are all that was sent, as a cut may lose the rest. */
  kept(): number;
  /** Addresses to which a file leads instead. */
  redirects: Map<string, string>;
  /** Whether parts are given where they are asked for. */
  knowsRanges: boolean;
  publish(version: Published): void;
}

/** Of the system on which the tests run. */
export const metadataFile = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;

export async function openUpdateFeed(): Promise<UpdateFeed> {
  const server = createServer({ key: selfSigned.key, cert: selfSigned.cert }, (request, response) => {
    const name = decodeURIComponent((request.url ?? '').replace(/^\/perito\//, ''));
    const { range } = request.headers;
    feed.asked.push(range === undefined ? name : `${name} ${range}`);
    const leads = feed.redirects.get(name);
    if (leads !== undefined) return void response.writeHead(302, { Location: leads }).end();
    const bytes = feed.files.get(name);
    if (bytes === undefined) return void response.writeHead(404).end();
    const from = feed.knowsRanges ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
    const rest = bytes.subarray(from);
    response.writeHead(from === 0 ? 200 : 206, {
      'Content-Length': rest.length,
      ...(from > 0 && { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    const cut = /\.(yml|sig)$/.test(name) ? undefined : feed.cuts.shift();
    if (cut === undefined) return void response.end(rest);
    const cutOnceKept = () => {
      if (cut === 0 || feed.kept() >= from + cut || response.destroyed) response.destroy();
      else setTimeout(cutOnceKept, 5);
    };
    response.write(rest.subarray(0, cut), cutOnceKept);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const feed: UpdateFeed = {
    ...keyPair(),
    address: `https://127.0.0.1:${port}/perito/`,
    ...{ files: new Map(), asked: [], cuts: [], redirects: new Map(), knowsRanges: true },
    kept: () => Number.POSITIVE_INFINITY,
    publish({ version, name, bytes, notes, sha512, size }) {
      const metadata = Buffer.from(
        stringify({
          version,
          files: [
            {
              url: name,
              sha512: sha512 ?? createHash('sha512').update(bytes).digest('base64'),
              size: size ?? bytes.length,
            },
          ],
          releaseDate: '2026-11-20T12:00:00.000Z',
          ...(notes !== undefined && { releaseNotes: notes }),
        }),
      );
      feed.files.set(name, bytes);
      feed.files.set(metadataFile, metadata);
      feed.files.set(
        `${metadataFile}.sig`,
        Buffer.from(signMetadata(metadataFile, metadata, feed.privateKey)),
      );
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return feed;
}
