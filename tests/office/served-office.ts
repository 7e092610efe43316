/** An office that is served over TLS to the network by a process of its own, and this program's way to it, in plain Node. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { onTestFinished } from 'vitest';
import type { KnownCertificate } from '../../main/office/certificate.ts';
import type { OwnShell } from '../../main/office/local-procedures.ts';
import { type Office, openOffice } from '../../main/office/office.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { OfficeState, officeContract } from '../../shared/contract/office.ts';
import { signInHeader } from '../../shared/contract/people.ts';
import { command, served, temporaryFolder } from '../command-line/perito.ts';
import type { Issued } from '../engine/receiver/certificates.ts';
import { networkAddress } from '../network-address.ts';

/** `serve` as an office; its first administrator is invited and has not come yet. */
export async function serveOffice(own: Issued, options: { dataDir?: string; port?: number } = {}) {
  const dataDir = options.dataDir ?? join(temporaryFolder(), 'data');
  const isNew = options.dataDir === undefined;
  const invited = isNew
    ? await command(['accounts', 'invite', '--name', 'Eva Prueba', '--data', dataDir])
    : { lines: ['{}'] };
  const running = await served([
    ...['--tls-cert', own.cert, '--tls-key', own.key, '--console-host', '0.0.0.0', '--data', dataDir],
    ...(options.port === undefined ? [] : ['--console-port', String(options.port)]),
  ]);
  const port = Number(new URL(running.ready.consoleUrl).port);
  const token: string = JSON.parse(invited.lines[0] ?? '').token ?? '';
  return { ...running, dataDir, port, origin: `https://${networkAddress()}:${port}`, invitation: token };
}

/** What the keychain has in these tests: a map. */
export function memoryKeychain() {
  const kept = new Map<string, string>();
  return {
    kept,
    read: async (account: string) => kept.get(account) ?? null,
    async save(account: string, secret: string) {
      kept.set(account, secret);
      return 'keychain' as const;
    },
    async forget(account: string) {
      kept.delete(account);
    },
  };
}

const ownShell: OwnShell = {
  keychain: {
    report: async () => ({ state: 'works', kind: 'system', problem: null, detail: '' }),
    recheck: async () => ({ state: 'works', kind: 'system', problem: null, detail: '' }),
  },
  computer: {
    settings: () => ({
      closeToTray: { isOn: true, lack: null, problem: null },
      startAtLogin: { isOn: false, lack: null, problem: null },
      keepAwake: { isOn: false, lack: null, problem: null },
    }),
    change: () => ownShell.computer.settings(),
  },
  updates: {
    state: () => noUpdates,
    check: async () => noUpdates,
    act: () => noUpdates,
    setFeed: () => noUpdates,
  },
};
const noUpdates: ReturnType<OwnShell['updates']['state']> = {
  ...{ off: 'inBrowser', version: '', feed: null, usualFeed: null, state: 'none', offer: null, received: 0 },
  ...{ checkedAt: null, failure: null, waitsFor: [], isForQuit: false, file: null, isByHand: false },
};

export type Client = ContractRouterClient<Contract & { office: typeof officeContract }>;

interface Connecting {
  known?: KnownCertificate;
  secrets?: ReturnType<typeof memoryKeychain>;
  /** PEM of whom this computer trusts. */
  ca?: string[];
}

/** This program as a client of an office; closed with the test. */
export function connectOffice(origin: string, options: Connecting = {}) {
  const opened = openAt(origin, options);
  onTestFinished(() => opened.office.close());
  return { ...opened, page: () => pageOf(opened.office) };
}

function openAt(origin: string, options: Connecting) {
  const secrets = options.secrets ?? memoryKeychain();
  const faults: unknown[] = [];
  const kept: { certificate: KnownCertificate; hasLeft: boolean } = {
    certificate: options.known ?? null,
    hasLeft: false,
  };
  const context = tls.createSecureContext({ ca: options.ca ?? tls.getCACertificates('default') });
  const office = openOffice({
    origin,
    certificate: kept.certificate,
    keepCertificate(known) {
      kept.certificate = known;
    },
    tlsContext: async () => context,
    secrets,
    version: '0.1.0',
    shell: ownShell,
    leave() {
      kept.hasLeft = true;
    },
    onFault: (fault) => faults.push(fault),
    backoff: () => 100,
  });
  return { office, secrets, faults, kept };
}

/** As a page: it keeps what it is told instead of a token, and sends that. */
export function pageOf(office: Pick<Office, 'connect'>, signIn: string | null = null) {
  const page = openPage(office, signIn);
  onTestFinished(() => page.port.close());
  return page;
}

function openPage(office: Pick<Office, 'connect'>, signIn: string | null = null) {
  const said = { signIn };
  const port = office.connect();
  const client: Client = createORPCClient(
    new RPCLink({ port, headers: () => (said.signIn === null ? {} : { [signInHeader]: said.signIn }) }),
  );
  port.start();
  return { client, said, port };
}

/** Does something at an office as a page does, in a program of its own. */
export async function pageOfOffice(
  origin: string,
  { cert }: Issued,
  act: (client: Client, said: { signIn: string | null }) => Promise<void>,
): Promise<void> {
  const certificate = new X509Certificate(readFileSync(cert));
  const { office } = openAt(origin, { known: { by: 'person', fingerprint: certificate.fingerprint256 } });
  const { client, said, port } = openPage(office);
  await act(client, said);
  port.close();
  await office.close();
}

/** The first state of which this holds. */
export async function stateOf(office: Office, holds: (state: OfficeState) => boolean): Promise<OfficeState> {
  const { promise, resolve } = Promise.withResolvers<OfficeState>();
  const look = (state: OfficeState) => {
    if (holds(state)) resolve(state);
  };
  const end = office.onChange(look);
  look(office.state());
  return promise.finally(end);
}
