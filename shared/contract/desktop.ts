import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant } from './common.ts';
import { capabilityLack, notCapable } from './shell.ts';

/**
 * What stands against a setting of this computer: the system waits for a person to allow it there, a person has turned it off
 * there, or it could not be written.
 */
const computerSettingProblem = z.enum(['needsApproval', 'turnedOff', 'notWritten']);

const computerSetting = z.object({
  isOn: z.boolean(),
  /** Why this shell has no such setting; null where it has. */
  lack: capabilityLack.nullable(),
  problem: computerSettingProblem.nullable(),
});
export type ComputerSetting = z.infer<typeof computerSetting>;

/** What Perito does on this computer, whoever works at it and whatever the data; kept by the shell, not by the engine. */
export const computerSettings = z.object({
  /** Goes on receiving, with an icon in the system's bar, when its last window is closed. */
  closeToTray: computerSetting,
  /** Opens by itself, with no window, when a person logs in. */
  startAtLogin: computerSetting,
  /** Keeps the computer from falling asleep while it receives. */
  keepAwake: computerSetting,
});
export type ComputerSettings = z.infer<typeof computerSettings>;

export const computerSettingsChanges = z.object({
  closeToTray: z.boolean().optional(),
  startAtLogin: z.boolean().optional(),
  keepAwake: z.boolean().optional(),
});
export type ComputerSettingsChanges = z.infer<typeof computerSettingsChanges>;

/** An address of HTTPS without an account, as that of a folder: it ends with a slash. */
export const httpsAddress = z
  .string()
  .trim()
  .max(2048)
  .transform((text) => URL.parse(text.endsWith('/') ? text : `${text}/`))
  .refine(
    (url) =>
      url?.protocol === 'https:' &&
      url.username === '' &&
      url.password === '' &&
      url.search === '' &&
      url.hash === '',
  )
  .transform((url) => url?.href ?? '');

/** Why no newer version could be taken; the screen holds the text of each. */
const updateFailureCode = z.enum([
  'unreachable',
  /** The feed has no metadata, or none of this system. */
  'notFound',
  /** It answered otherwise, or leads elsewhere than to HTTPS. */
  'refused',
  'tooLarge',
  'unsigned',
  'wrongSignature',
  'notUnderstood',
  /** The line was cut; what came so far is kept. */
  'cut',
  'wrongHash',
  'diskFull',
  'notWritable',
  /** Windows or macOS do not take the signature of the file itself. */
  'systemSignature',
  /** It was to be installed, and the program that was opened next is not it. */
  'notInstalled',
]);
export type UpdateFailureCode = z.infer<typeof updateFailureCode>;

/** What an update waits for, since ending the program would end it. */
const updateBlocker = z.enum([
  'heldCalls',
  /** A cancellation waits for its verdict. */
  'cancellations',
  'backup',
  'restore',
  'rebuild',
  'salvage',
  'archive',
  'retention',
  'personExport',
  'verification',
  /** What goes on is not known at the moment. */
  'unknown',
]);
export type UpdateBlocker = z.infer<typeof updateBlocker>;

export const updatesState = z.object({
  /** Why no newer version is looked for; null where one is. */
  off: z
    .enum([
      /** The package brings no key by which its feed is signed. */
      'notBuiltIn',
      /** Somebody emptied the address. */
      'noFeed',
      'inBrowser',
    ])
    .nullable(),
  version: z.string(),
  /** Where it is looked for; null where nowhere. `usual`: that of the package. */
  feed: z.string().nullable(),
  usualFeed: z.string().nullable(),
  state: z.enum([
    /** Nothing newer is known. */
    'none',
    'checking',
    'available',
    'downloading',
    /** It is here, and checked. */
    'ready',
    /** Somebody wants no more of this version. */
    'declined',
    /** It is to be installed as soon as nothing stands against it. */
    'waiting',
    'installing',
  ]),
  /** The newer version; null where none is known. */
  offer: z
    .object({
      version: z.string(),
      /** Plain text. */
      notes: z.string(),
      releasedAt: instant,
      bytes: z.int().positive(),
    })
    .nullable(),
  /** Bytes of the file that are here. */
  received: z.int().nonnegative(),
  /** When the feed last answered; null where it did not in this run. */
  checkedAt: instant.nullable(),
  failure: z.object({ code: updateFailureCode, detail: z.string(), at: instant }).nullable(),
  waitsFor: z.array(updateBlocker),
  /** Whether it is installed once somebody quits Perito. */
  isForQuit: z.boolean(),
  /** Where the file lies that a person installs by hand; null where the program does it, or nothing is here. */
  file: z.string().nullable(),
  /** Whether a person has to install it by hand, as an administrator. */
  isByHand: z.boolean(),
});
export type UpdatesState = z.infer<typeof updatesState>;

const updateAct = z.enum([
  'download',
  /** Ends the download; what came is kept. */
  'stop',
  'decline',
  /** Takes that back. */
  'remind',
  /** As soon as nothing stands against it. */
  'installNow',
  'installAtQuit',
  /** Takes either back. */
  'notNow',
]);
export type UpdateAct = z.infer<typeof updateAct>;

export const updateRequest = z.object({ version: z.string().max(40), act: updateAct });
export const updateFeed = z.object({ feed: z.union([z.literal(''), httpsAddress]).nullable() });

const noUpdates = {
  NO_UPDATES: { status: 501, message: 'This shell does not look for newer versions.' },
};

export const desktopContract = {
  get: oc.output(computerSettings),
  /** Takes what is given and answers the whole; refused where this shell lacks one of them. */
  set: oc.input(computerSettingsChanges).output(computerSettings).errors(notCapable),
  updates: oc.output(updatesState),
  /** Asks the feed now. Resolves once it answered, or did not. */
  checkForUpdate: oc.output(updatesState).errors(noUpdates),
  /** Does something about the version that is offered; nothing where that is another by now, or its state does not allow it. */
  actOnUpdate: oc.input(updateRequest).output(updatesState).errors(noUpdates),
  /** Where newer versions are looked for from now on: empty for nowhere, null for the address that the package brings. */
  setUpdateFeed: oc.input(updateFeed).output(updatesState).errors(noUpdates),
};
