import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FetchRules,
  type Network,
  openNetwork,
} from '../../../../main/engine/attachments/downloads/address-policy.ts';
import {
  type FetchOutcome,
  type FetchProgress,
  type FetchTask,
  fetchFile,
} from '../../../../main/engine/attachments/downloads/http-get.ts';
import { createTlsContext } from '../../../../main/engine/outbound/index.ts';
import { hostOf } from '../../../../shared/attachment-host.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { expiredCertificate, goodCertificate } from './certificates.ts';

/** Of this machine, and taken for one of the internet where `testNetwork` judges. */
export const publicAddress = '127.0.0.9';

/** The open network, but that names are answered by the test and `publicAddress` counts as public. */
export function testNetwork(names: Record<string, readonly string[]> = {}, more: Partial<Network> = {}) {
  const asked: string[] = [];
  const network: Network = {
    ...openNetwork,
    async lookup(name) {
      asked.push(name);
      const found = names[name];
      if (found === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return found;
    },
    classify: (address) => (address === publicAddress ? 'public' : openNetwork.classify(address)),
    trust: createTlsContext({
      read: () => ({ all: [goodCertificate.cert, expiredCertificate.cert], system: 2 }),
      onFailure: () => {},
    }),
    ...more,
  };
  return { ...network, asked };
}

/** Approves hosts as they are written, or those of whole addresses. */
export const rulesFor = (hosts: readonly string[], more: Partial<FetchRules> = {}): FetchRules => ({
  approved: hosts.map((host) => ({ host: hostIn(host), allowHttp: false })),
  allowLoopback: false,
  platform: null,
  ...more,
});

const hostIn = (text: string): string => (text.includes('://') ? (hostOf(new URL(text)) ?? text) : text);

/** A landing folder inside of another, and fetches into it. */
export function openLanding(network: Network = testNetwork()) {
  const around = temporaryFolder();
  const folder = join(around, 'landing');
  mkdirSync(folder);
  const task = (url: string, more: Partial<FetchTask> = {}): FetchTask => ({
    id: 7,
    url,
    folder,
    maximumBytes: 64 * 1024,
    maximumMilliseconds: 120_000,
    ...more,
  });
  return {
    folder,
    task,
    fetch(
      url: string,
      rules: FetchRules,
      more: Partial<FetchTask> = {},
      { signal = new AbortController().signal, onProgress = (_: FetchProgress) => {} } = {},
    ): Promise<FetchOutcome> {
      return fetchFile(network, task(url, more), rules, { signal, onProgress });
    },
    left: () => readdirSync(folder),
    /** What lies beside the landing folder. */
    around: () => readdirSync(around),
  };
}
