/** What the desktop keeps of a person's choices about this computer: a small file of its own beside Chromium's. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../engine/copies.ts';
import { readSmallFile } from '../engine/small-file.ts';

const preferences = z.object({
  format: z.literal(1),
  closeToTray: z.boolean(),
  startAtLogin: z.boolean(),
  keepAwake: z.boolean(),
  /** Whether the person was told once that Perito goes on when its window is closed. */
  wasToldOfTray: z.boolean(),
});
export type Preferences = z.infer<typeof preferences>;

const usual: Preferences = {
  format: 1,
  closeToTray: true,
  startAtLogin: false,
  keepAwake: false,
  wasToldOfTray: false,
};
const maxBytes = 64 * 1024;

const fileIn = (dataDir: string): string => join(dataDir, 'desktop', 'preferences.json');

/** The usual ones where there is no such file, or it is none of Perito's. */
export function readPreferences(dataDir: string): Preferences {
  try {
    return preferences.parse(JSON.parse(readSmallFile(fileIn(dataDir), maxBytes)));
  } catch {
    return usual;
  }
}

/** Throws where they cannot be written. */
export function writePreferences(dataDir: string, kept: Preferences): void {
  const file = fileIn(dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeWhole(file, `${JSON.stringify(kept, null, 2)}\n`);
}
