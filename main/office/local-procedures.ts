/** What the program answers by itself, in the place of an office: what only its own computer can do, and what cannot be done from here. */
import { type AnyRouter, implement, ORPCError } from '@orpc/server';
import * as z from 'zod';
import { contract } from '#shared/contract/contract.ts';
import type {
  ComputerSettings,
  ComputerSettingsChanges,
  UpdateAct,
  UpdatesState,
} from '#shared/contract/desktop.ts';
import { type OfficeState, officeContract } from '#shared/contract/office.ts';
import {
  type Capability,
  type CapabilityName,
  type CapabilityReason,
  capabilityNames,
  type KeychainReport,
} from '#shared/contract/shell.ts';

/** What this program does on its own computer. */
export interface OwnShell {
  keychain: { report(): Promise<KeychainReport>; recheck(): Promise<KeychainReport> };
  computer: {
    settings(): ComputerSettings;
    change(changes: ComputerSettingsChanges): ComputerSettings;
  };
  updates: {
    state(): UpdatesState;
    check(): Promise<UpdatesState>;
    act(request: { version: string; act: UpdateAct }): UpdatesState;
    setFeed(feed: string | null): UpdatesState;
  };
}

/** What a page asks of the way to the office. */
export interface OfficeLink {
  state(): OfficeState;
  /** Returns what ends it. */
  onChange(listener: (state: OfficeState) => void): () => void;
  retry(): Promise<OfficeState>;
  trust(fingerprint: string): Promise<OfficeState>;
  leave(): Promise<void>;
}

/**
 * Null where this program has it. Secrets of the receiver and passphrases never pass through a desk, paths are those of the office's
 * computer, and nothing is received here.
 */
const lacks: Readonly<Record<Exclude<CapabilityName, 'keychain'>, CapabilityReason | null>> = {
  clipboard: 'inOffice',
  secretPage: 'inOffice',
  notifications: null,
  tray: null,
  startAtLogin: null,
  keepAwake: 'inOffice',
  sampleData: 'inOffice',
  folderDialog: 'inOffice',
  keptArchives: 'inOffice',
  office: 'inOffice',
};

/** Refused by name, with the reason. */
function notCapable(capability: Exclude<CapabilityName, 'keychain'>): never {
  throw new ORPCError('NOT_CAPABLE', {
    status: 501,
    message: `A desk of an office cannot do it (${capability}): it is done at the office's computer, or in a browser.`,
    data: { capability, reason: lacks[capability] ?? 'inOffice' },
    defined: true,
  });
}

/** What the office would answer with a page or window of its own computer, by path. */
const refused: ReadonlyMap<string, Exclude<CapabilityName, 'keychain'>> = new Map([
  ['/receiverKeys/generate', 'secretPage'],
  ['/receiverKeys/collect', 'secretPage'],
  ['/receiverKeys/handOver', 'secretPage'],
  ['/reference/collectKey', 'secretPage'],
  ['/connection/collectPassphrase', 'secretPage'],
  ['/archives/open', 'keptArchives'],
  ['/retention/open', 'keptArchives'],
  ['/backups/open', 'keptArchives'],
]);
/** These only where a passphrase is to be typed, on a page of the office's computer. */
const encrypting: ReadonlySet<string> = new Set(['/archives/create', '/dataSubject/export']);
const encrypted = z.object({ json: z.object({ isEncrypted: z.literal(true) }) });

/** Throws where the office is not to be asked for this from here. */
export function refuseFromHere({ url: { pathname }, body }: { url: URL; body: unknown }): void {
  const capability = refused.get(pathname);
  if (capability !== undefined) notCapable(capability);
  if (encrypting.has(pathname) && encrypted.safeParse(body).success) notCapable('secretPage');
}

export function localProcedures(shell: OwnShell, link: OfficeLink): AnyRouter {
  const os = implement(contract);
  const own = implement(officeContract);
  const settings = (): ComputerSettings => ({
    ...shell.computer.settings(),
    keepAwake: { isOn: false, lack: lacks.keepAwake, problem: null },
  });
  const capabilityOf = async (name: CapabilityName): Promise<Capability> => {
    const isKept = name === 'keychain' && (await shell.keychain.report()).state === 'works';
    const reason = name === 'keychain' ? (isKept ? null : 'keychain') : lacks[name];
    return { name, available: reason === null, reason };
  };
  return {
    office: {
      state: own.state.handler(() => link.state()),
      follow: own.follow.handler(({ signal }) => followed(link, signal)),
      retry: own.retry.handler(() => link.retry()),
      trust: own.trust.handler(({ input }) => link.trust(input.fingerprint)),
      leave: own.leave.handler(() => link.leave()),
    },
    shell: {
      capabilities: os.shell.capabilities.handler(() => Promise.all(capabilityNames.map(capabilityOf))),
      recheckKeychain: os.shell.recheckKeychain.handler(() => shell.keychain.recheck()),
      openSampleData: os.shell.openSampleData.handler(() => notCapable('sampleData')),
      joinOffice: os.shell.joinOffice.handler(() => notCapable('office')),
      chooseFolder: os.shell.chooseFolder.handler(() => notCapable('folderDialog')),
      chooseFile: os.shell.chooseFile.handler(() => notCapable('folderDialog')),
    },
    desktop: {
      get: os.desktop.get.handler(settings),
      set: os.desktop.set.handler(({ input }) => {
        if (input.keepAwake !== undefined) notCapable('keepAwake');
        shell.computer.change(input);
        return settings();
      }),
      updates: os.desktop.updates.handler(() => shell.updates.state()),
      checkForUpdate: os.desktop.checkForUpdate.handler(() => shell.updates.check()),
      actOnUpdate: os.desktop.actOnUpdate.handler(({ input }) => shell.updates.act(input)),
      setUpdateFeed: os.desktop.setUpdateFeed.handler(({ input }) => shell.updates.setFeed(input.feed)),
    },
  };
}

/** The state as it is, and each that follows; whoever reads slowly finds the latest. */
async function* followed(
  link: Pick<OfficeLink, 'state' | 'onChange' | 'retry'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<OfficeState> {
  let next = Promise.withResolvers<void>();
  const end = link.onChange(() => next.resolve());
  const leave = () => next.resolve();
  signal?.addEventListener('abort', leave);
  try {
    // Where nobody is signed in nothing has said for a while whether it is still there.
    if (link.state().isConnected) await link.retry();
    while (signal?.aborted !== true) {
      const waiting = next.promise;
      yield link.state();
      await waiting;
      next = Promise.withResolvers<void>();
    }
  } finally {
    end();
    signal?.removeEventListener('abort', leave);
  }
}
