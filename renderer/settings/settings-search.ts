/** Finds a part of the settings by its name, or by any text that it shows. */

import type { MarkedText } from '#shared/contract/search.ts';
import type { Capability, CapabilityName } from '#shared/contract/shell.ts';
import { cutAround, marksIn, searchMarks } from '#shared/search-marks.ts';

/** Where the texts of each part stand among those of the screen, as far as every shell shows them. */
const placesOfTexts = {
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
  thisComputer: [],
  about: [
    'settings.about.version',
    'settings.about.keychain',
    'settings.about.recheck',
    'settings.about.calls',
    'settings.about.unauthenticated',
    'settings.about.held',
    'settings.about.waiting',
    'settings.about.interruptions',
    'settings.about.abilities',
    'settings.about.ability',
    'settings.about.firstRun',
    'settings.about.notices',
    'recovery.folder.now',
  ],
  audit: ['audit'],
} as const;
export type SettingName = keyof typeof placesOfTexts;

/** What decides which texts a shell shows. */
export interface ShownBy {
  capabilities: readonly Capability[];
  /** Whether it is the desk of an office. */
  isDesk: boolean;
  /** Whether it looks for newer versions, or says why it does not. */
  updates: 'shown' | 'notBuiltIn' | 'none';
}

/** Where the texts of a part stand that are on the screen; null of a shell that has not said what it can. */
export function placesOf(name: SettingName, shownBy: ShownBy | null): readonly string[] {
  if (shownBy === null) return placesOfTexts[name];
  if (name === 'thisComputer') return placesOfThisComputer(shownBy);
  if (name !== 'about') return placesOfTexts[name];
  const lacking = shownBy.capabilities.filter(({ available }) => !available).map(lackOf);
  const isKept = shownBy.capabilities.some(({ name: one, available }) => one === 'keychain' && available);
  return [
    ...placesOfTexts.about,
    ...(isKept ? [] : ['settings.about.keychainSteps']),
    ...new Set(lacking.map((lack) => `settings.about.unavailable.${lack}`)),
  ];
}

/** What is said of a capability that a shell lacks: why, or what takes its place there. */
export const lackOf = ({ name, reason }: Capability): CapabilityName | 'notBuilt' | 'inOffice' =>
  reason === 'notBuilt' || reason === 'inOffice' ? reason : name;

export const switches = ['closeToTray', 'startAtLogin', 'keepAwake'] as const;
/** What a shell must be able to do for each. */
export const abilities = {
  closeToTray: 'tray',
  startAtLogin: 'startAtLogin',
  keepAwake: 'keepAwake',
} as const;

function placesOfThisComputer({ capabilities, isDesk, updates }: ShownBy): string[] {
  const at = 'settings.thisComputer';
  const can = (wanted: CapabilityName) =>
    capabilities.some(({ name, available }) => name === wanted && available);
  if (!can('tray'))
    return [
      ...[`${at}.about`, `${at}.inBrowser`, `${at}.guide`],
      ...switches.flatMap((name) => [`${at}.${name}`, `settings.about.unavailable.${abilities[name]}`]),
    ];
  const updating = 'settings.updates';
  return [
    ...(isDesk
      ? [`${at}.desk`, 'office.settings']
      : [`${at}.about`, ...switches.flatMap((name) => [`${at}.${name}`, `${at}.${name}Help`])]),
    ...(updates === 'shown' ? [updating] : []),
    ...(updates === 'notBuiltIn' ? [`${updating}.title`, `${updating}.notBuiltIn`, `${updating}.guide`] : []),
    ...(can('office') ? ['office.settings.title', 'office.join', 'recovery.folder.now'] : []),
  ];
}

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
