/** Finds a part of the settings by its name, or by any text that it shows. */

import type { MarkedText } from '#shared/contract/search.ts';
import { cutAround, marksIn, searchMarks } from '#shared/search-marks.ts';

/** Where the texts of each part stand among those of the screen. */
export const placesOfTexts = {
  company: ['settings.company'],
  people: ['people'],
  openId: ['openId'],
  connection: ['connection'],
  receiver: ['settings.receiver', 'certificate'],
  absences: ['absences'],
  keys: ['settings.keys'],
  platform: ['platform'],
  numbering: ['settings.numbering'],
  attachments: ['downloads.settings'],
  photoChecklist: ['photoChecklist.settings'],
  policyRules: ['policies.settings.rules'],
  coverages: ['policies.settings.coverage'],
  policyBook: ['policies.settings.book'],
  findings: ['findingSettings'],
  texts: ['settings.texts'],
  reasons: ['settings.reasons'],
  backups: ['backups'],
  archives: ['archiveSettings'],
  retention: ['retention'],
  dataSubject: ['dataSubject'],
  database: ['database'],
  verification: ['verification'],
  appearance: ['settings.appearance'],
  notifications: ['notifications'],
  thisComputer: ['settings.thisComputer', 'settings.updates', 'office.join'],
  about: ['settings.about', 'recovery.folder'],
  audit: ['audit'],
} as const;
export type SettingName = keyof typeof placesOfTexts;

export interface ListedSetting {
  name: SettingName;
  label: string;
  texts: readonly string[];
}

type Found<Listed> = Listed & { said: MarkedText | null };

/**
 * Those that have every word that was typed, or the beginning of one, in their name or among their texts. `said` is the text with the
 * most of them, where the name does not have them all.
 */
export function foundSettings<Listed extends ListedSetting>(
  listed: readonly Listed[],
  query: string,
): Found<Listed>[] {
  const marks = searchMarks(query);
  if (marks === null) return listed.map((one) => ({ ...one, said: null }));
  const found: Found<Listed>[] = [];
  for (const one of listed) {
    const ofName = marksIn(one.label, marks, false).found;
    if (ofName.size === marks.parts.length) {
      found.push({ ...one, said: null });
      continue;
    }
    const texts = one.texts
      .map((text) => ({ text, ...marksIn(text, marks, false) }))
      .filter((text) => text.found.size > 0)
      // The shortest is a label, most likely, and says most about it.
      .sort((a, b) => b.found.size - a.found.size || a.text.length - b.text.length);
    const all = new Set([...ofName, ...texts.flatMap((text) => [...text.found])]);
    const [first] = texts;
    if (first === undefined || all.size < marks.parts.length) continue;
    found.push({ ...one, said: cutAround(first.text, first.ranges) });
  }
  return found;
}
