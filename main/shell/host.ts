import type { Capability, CapabilityName, CapabilityReason } from '#shared/contract/shell.ts';
import { capabilityNames } from '#shared/contract/shell.ts';
import type { EngineHost, SecretDelivery, SecretPrompt, SecretPurpose } from '../engine/host.ts';
import type { FileExaminer } from './examiner-client.ts';
import type { SampleConsole } from './sample-console.ts';
import type { SecretStore } from './secret-store.ts';

/** How this shell passes secrets between the person and Perito without the renderer. */
export interface SecretPassage {
  /** Gives `secret` to the person; `label` names the key it belongs to. */
  handOver(secret: string, label: string): Promise<SecretDelivery>;
  collect(ticket: string, label: string, purpose: SecretPurpose): Promise<SecretPrompt>;
}

/** For each capability that is the shell's own: null where this shell has it, else why not. */
export type MissingCapabilities = Record<
  Exclude<CapabilityName, 'keychain' | 'sampleData'>,
  CapabilityReason | null
>;

/** The engine's host, the same for both shells but for its passage and what it lacks. */
export function createHost(
  secrets: SecretStore,
  passage: SecretPassage,
  lacks: MissingCapabilities,
  examiner: Pick<FileExaminer, 'examine'>,
  sampleConsole: Pick<SampleConsole, 'open'> | null = null,
): EngineHost {
  const reasonOf = async (name: CapabilityName): Promise<CapabilityReason | null> => {
    if (name === 'sampleData') return sampleConsole === null ? 'notBuilt' : null;
    if (name !== 'keychain') return lacks[name];
    return (await secrets.report()).state === 'works' ? null : 'keychain';
  };
  const capabilityOf = async (name: CapabilityName): Promise<Capability> => {
    const reason = await reasonOf(name);
    return { name, available: reason === null, reason };
  };
  return {
    capabilities: () => Promise.all(capabilityNames.map(capabilityOf)),
    keychain: () => secrets.recheck(),
    keepSecret: (account, secret) => secrets.keep(account, secret),
    secretPlace: (account) => secrets.place(account),
    forgetSecret: (account) => secrets.forget(account),
    secret: (account) => secrets.read(account),
    async handOver(account, label) {
      const secret = await secrets.read(account);
      return secret === null ? null : passage.handOver(secret, label);
    },
    collect: (ticket, label, purpose) => passage.collect(ticket, label, purpose),
    examineFile: (file) => examiner.examine(file),
    openSampleData: async () => sampleConsole?.open() ?? null,
  };
}
