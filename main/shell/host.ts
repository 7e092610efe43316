import { implement } from '@orpc/server';
import type {
  ComputerSetting,
  ComputerSettings,
  ComputerSettingsChanges,
  UpdateAct,
  UpdatesState,
} from '#shared/contract/desktop.ts';
import {
  type Capability,
  type CapabilityName,
  type CapabilityReason,
  capabilityNames,
  type FileKind,
  type OfficeAddressFault,
} from '#shared/contract/shell.ts';
import { hostContract, type SecretDelivery, type SecretPrompt, type SecretPurpose } from '../engine/host.ts';
import type { FileExaminer } from './examiner-client.ts';
import type { SampleConsole } from './sample-console.ts';
import type { SecretStore } from './secret-store.ts';

/** How this shell passes secrets between the person and Perito without the renderer. */
export interface SecretTransfer {
  /** Gives `secret` to the person; `label` names the key it belongs to. */
  handOver(secret: string, label: string): Promise<SecretDelivery>;
  collect(ticket: string, label: string, purpose: SecretPurpose): Promise<SecretPrompt>;
}

/** For each capability that is the shell's own: null where this shell has it, else why not. */
export type MissingCapabilities = Record<
  Exclude<CapabilityName, 'keychain' | 'sampleData' | 'folderDialog' | 'keptArchives' | 'office'>,
  CapabilityReason | null
>;

/** What a shell does on its computer, where it can. */
interface Computer {
  settings(): ComputerSettings;
  change(changes: ComputerSettingsChanges): ComputerSettings;
}

/** The system's dialogs; each resolves with a whole path, or null where nothing was chosen. */
interface Dialogs {
  chooseFolder(): Promise<string | null>;
  chooseFile(kind: FileKind): Promise<string | null>;
}

/** Newer versions of the program, as this shell looks for them. */
interface Updates {
  state(): UpdatesState;
  check(): Promise<UpdatesState>;
  act(request: { version: string; act: UpdateAct }): UpdatesState;
  setFeed(feed: string | null): UpdatesState;
}

/** What the engine's calls to its shell are answered with. */
export type Host = ReturnType<typeof createHost>;

/** The engine's host, the same for both shells but for how it passes secrets and what is missing in it. */
export function createHost(
  secrets: SecretStore,
  transfer: SecretTransfer,
  missing: MissingCapabilities,
  examiner: Pick<FileExaminer, 'examine' | 'readPdf'>,
  sampleConsole: Pick<SampleConsole, 'open'> | null = null,
  dialogs: Dialogs | null = null,
  openArchive: (file: string, at: string | null) => string | null = () => null,
  computer: Computer | null = null,
  updates: Updates | null = null,
  joinOffice: ((address: string) => 'joined' | OfficeAddressFault) | null = null,
) {
  const lacking = (lack: CapabilityReason | null): ComputerSetting => ({ isOn: false, lack, problem: null });
  const computerSettings = (): ComputerSettings =>
    computer?.settings() ?? {
      closeToTray: lacking(missing.tray),
      startAtLogin: lacking(missing.startAtLogin),
      keepAwake: lacking(missing.keepAwake),
    };
  const lacks: Readonly<Record<Exclude<CapabilityName, 'keychain'>, CapabilityReason | null>> = {
    ...missing,
    sampleData: sampleConsole === null ? 'notBuilt' : null,
    folderDialog: dialogs === null ? 'inBrowser' : null,
    keptArchives: null,
    office: joinOffice === null ? 'inBrowser' : null,
  };
  const reasonOf = async (name: CapabilityName): Promise<CapabilityReason | null> => {
    if (name === 'keychain') return (await secrets.report()).state === 'works' ? null : 'keychain';
    return lacks[name];
  };
  const capabilityOf = async (name: CapabilityName): Promise<Capability> => {
    const reason = await reasonOf(name);
    return { name, available: reason === null, reason };
  };
  const on = implement(hostContract);
  return on.router({
    capabilities: on.capabilities.handler(() => Promise.all(capabilityNames.map(capabilityOf))),
    keychain: on.keychain.handler(() => secrets.recheck()),
    saveSecret: on.saveSecret.handler(({ input }) => secrets.save(input.account, input.secret)),
    secretPlace: on.secretPlace.handler(({ input: account }) => secrets.place(account)),
    forgetSecret: on.forgetSecret.handler(({ input: account }) => secrets.forget(account)),
    secret: on.secret.handler(({ input: account }) => secrets.read(account)),
    handOver: on.handOver.handler(async ({ input }) => {
      const secret = await secrets.read(input.account);
      return secret === null ? null : transfer.handOver(secret, input.label);
    }),
    collect: on.collect.handler(({ input }) => transfer.collect(input.ticket, input.label, input.purpose)),
    examineFile: on.examineFile.handler(({ input }) => examiner.examine(input)),
    readPdf: on.readPdf.handler(({ input }) => examiner.readPdf(input)),
    openSampleData: on.openSampleData.handler(async () => sampleConsole?.open() ?? null),
    chooseFolder: on.chooseFolder.handler(async () => dialogs?.chooseFolder() ?? null),
    chooseFile: on.chooseFile.handler(async ({ input }) => dialogs?.chooseFile(input) ?? null),
    joinOffice: on.joinOffice.handler(({ input }) => joinOffice?.(input) ?? null),
    computerSettings: on.computerSettings.handler(computerSettings),
    changeComputerSettings: on.changeComputerSettings.handler(
      ({ input }) => computer?.change(input) ?? computerSettings(),
    ),
    updates: on.updates.handler(() => updates?.state() ?? null),
    checkForUpdate: on.checkForUpdate.handler(async () => (await updates?.check()) ?? null),
    actOnUpdate: on.actOnUpdate.handler(({ input }) => updates?.act(input) ?? null),
    setUpdateFeed: on.setUpdateFeed.handler(({ input }) => updates?.setFeed(input.feed) ?? null),
    openArchive: on.openArchive.handler(async ({ input }) => openArchive(input.file, input.at)),
  });
}
