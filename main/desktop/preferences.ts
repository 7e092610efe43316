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
  /** Where newer versions are looked for: null where the package says, empty for nowhere. */
  updateFeed: z.string().max(2048).nullable().default(null),
  /** The newer version that a person wants no more of. */
  declinedVersion: z.string().max(40).nullable().default(null),
  /** The version whose installer was started last; null once the program that was opened then has looked. */
  installingVersion: z.string().max(40).nullable().default(null),
});
type Preferences = z.infer<typeof preferences>;

const usual: Preferences = {
  format: 1,
  closeToTray: true,
  startAtLogin: false,
  keepAwake: false,
  wasToldOfTray: false,
  updateFeed: null,
  declinedVersion: null,
  installingVersion: null,
};
const maxBytes = 64 * 1024;

const fileIn = (dataDir: string): string => join(dataDir, 'desktop', 'preferences.json');

/** What is kept, and the one way to change it. */
export interface KeptPreferences {
  now(): Preferences;
  /** Whether it was written: else it holds for this run alone. */
  change(changes: Partial<Preferences>): boolean;
}

export function keepPreferences(dataDir: string): KeptPreferences {
  let kept = readPreferences(dataDir);
  return {
    now: () => kept,
    change(changes) {
      kept = { ...kept, ...changes };
      try {
        writePreferences(dataDir, kept);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The usual ones where there is no such file, or it is none of Perito's. */
function readPreferences(dataDir: string): Preferences {
  try {
    return preferences.parse(JSON.parse(readSmallFile(fileIn(dataDir), maxBytes)));
  } catch {
    return usual;
  }
}

/** Throws where they cannot be written. */
function writePreferences(dataDir: string, kept: Preferences): void {
  const file = fileIn(dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeWhole(file, `${JSON.stringify(kept, null, 2)}\n`);
}
