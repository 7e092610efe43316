import { oc } from '@orpc/contract';
import * as z from 'zod';
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

export const desktopContract = {
  get: oc.output(computerSettings),
  /** Takes what is given and answers the whole; refused where this shell lacks one of them. */
  set: oc.input(computerSettingsChanges).output(computerSettings).errors(notCapable),
};
