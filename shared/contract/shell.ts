import { oc } from '@orpc/contract';
import * as z from 'zod';

/** What only a shell can do. The renderer asks for these, never for a platform. */
export const capabilityNames = [
  'keychain',
  'clipboard',
  'secretPage',
  'notifications',
  'startAtLogin',
] as const;
export const capabilityName = z.enum(capabilityNames);
export type CapabilityName = z.infer<typeof capabilityName>;

export const capability = z.object({
  name: capabilityName,
  available: z.boolean(),
  /** Why it is not available, for the screen's words; null where it is. */
  reason: z.string().nullable(),
});
export type Capability = z.infer<typeof capability>;

export const shellRoom = {
  capabilities: oc.output(z.array(capability)),
  /** Looks at the keychain anew, for example after the person unlocked it. */
  recheckKeychain: oc.output(z.object({ state: z.string(), detail: z.string() })),
};
