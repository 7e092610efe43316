import { oc } from '@orpc/contract';
import * as z from 'zod';
import { keychainKind, keychainProblem, keychainState } from '../terms.ts';

/** What only a shell can do. The renderer asks for these, never for a platform. */
export const capabilityNames = [
  'keychain',
  'clipboard',
  'secretPage',
  'notifications',
  'tray',
  'startAtLogin',
  'keepAwake',
  'sampleData',
  'folderDialog',
  /** Opens archives and copies that lie with the data. */
  'keptArchives',
  /** Opens an office's console in place of data of its own. */
  'office',
] as const;
const capabilityName = z.enum(capabilityNames);
export type CapabilityName = z.infer<typeof capabilityName>;

/**
 * Why a shell lacks a capability: a browser's tab cannot have it, the desktop needs it not, it is not built yet, the
 * keychain does not work, as the keychain's own report says, what is open is only read, or the data are an office's on another computer.
 */
export const capabilityLack = z.enum([
  'inBrowser',
  'onDesktop',
  'notBuilt',
  'keychain',
  'readOnly',
  'inOffice',
]);
export type CapabilityReason = z.infer<typeof capabilityLack>;

export const capability = z.object({
  name: capabilityName,
  available: z.boolean(),
  /** Null where it is available. */
  reason: capabilityLack.nullable(),
});
export type Capability = z.infer<typeof capability>;

/** The keychain as it was last looked at. */
export const keychainReport = z.object({
  /** Of what keeps the secrets; of the system's keychain where nothing does. */
  state: keychainState,
  /** Where secrets are kept. */
  kind: keychainKind,
  /** Why the system's keychain does not work; null where it does. */
  problem: keychainProblem.nullable(),
  /** What the keychain itself said, for whoever looks after the computer; never a secret, empty where it said nothing. */
  detail: z.string(),
});
export type KeychainReport = z.infer<typeof keychainReport>;

export const notCapable = {
  NOT_CAPABLE: {
    status: 501,
    message: 'This shell cannot do it.',
    data: z.object({ capability: capabilityName, reason: capabilityLack }),
  },
};

/** What a file that is chosen should hold. */
export const fileKind = z.enum(['certificate', 'key', 'pkcs12']);
export type FileKind = z.infer<typeof fileKind>;

/** Why an address is none of an office: it is no address at all, is not of HTTPS, or says more than where the office is. */
export const officeAddressFault = z.enum(['noAddress', 'notSecure', 'tooMuch']);
export type OfficeAddressFault = z.infer<typeof officeAddressFault>;

export const shellContract = {
  capabilities: oc.output(z.array(capability)),
  /** Looks at the keychain anew, for example after the person unlocked it. */
  recheckKeychain: oc.output(keychainReport),
  /**
   * Opens a console of its own with sample data, in a throw-away place beside this one; it ends with this program. Its
   * address opens it once.
   */
  openSampleData: oc.output(z.object({ url: z.url() })).errors(notCapable),
  /**
   * From now on the console of an office is opened in place of these data, which stay as they are: the program starts anew, and receives
   * nothing here until somebody leaves the office.
   */
  joinOffice: oc.input(z.object({ address: z.string().trim().min(1).max(300) })).errors({
    ...notCapable,
    NOT_AN_OFFICE: { status: 422, data: z.object({ why: officeAddressFault }) },
  }),
  /** Has the person choose a folder in the system's own dialog; null where nothing was chosen. */
  chooseFolder: oc.output(z.object({ folder: z.string().nullable() })).errors(notCapable),
  /** Has the person choose a file in the system's own dialog, which offers those of a kind first; null where none was chosen. */
  chooseFile: oc
    .input(z.object({ kind: fileKind }))
    .output(z.object({ file: z.string().nullable() }))
    .errors(notCapable),
};
