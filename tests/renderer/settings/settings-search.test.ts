/** Which part of the settings answers what somebody types, by the texts that the screens show. */
import { beforeAll, expect, test } from 'vitest';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { startLocale, textsBelow } from '../../../renderer/app/locale/i18n.ts';
import {
  foundSettings,
  placesOf,
  type SettingName,
  type ShownBy,
} from '../../../renderer/settings/settings-search.ts';
import { capabilityNames } from '../../../shared/contract/shell.ts';

beforeAll(() => startLocale('es'));

const names: readonly SettingName[] = [
  ...Object.keys(es.settings.section).filter((name): name is Exclude<SettingName, 'audit'> =>
    Object.hasOwn(es.settings.section, name),
  ),
  'audit',
];

/** What each shell can that shows the settings. */
const shells = {
  browser: {
    lack: ['clipboard', 'notifications', 'tray', 'startAtLogin', 'keepAwake', 'folderDialog', 'office'],
    reason: 'inBrowser',
    isDesk: false,
    updates: 'none',
  },
  desktop: { lack: ['secretPage', 'sampleData'], reason: 'onDesktop', isDesk: false, updates: 'shown' },
  desk: {
    lack: ['clipboard', 'secretPage', 'keepAwake', 'sampleData', 'folderDialog', 'keptArchives', 'office'],
    reason: 'inOffice',
    isDesk: true,
    updates: 'notBuiltIn',
  },
} as const;
type Shell = keyof typeof shells;
function shownBy(shell: Shell): ShownBy {
  const { lack, reason, isDesk, updates } = shells[shell];
  const capabilities = capabilityNames.map((name) => {
    const available = !lack.some((one) => one === name);
    return { name, available, reason: available ? null : reason };
  });
  return { capabilities, isDesk, updates };
}

const found = (locale: 'es' | 'en', query: string, shell: Shell = 'browser') =>
  foundSettings(
    names.map((name) => ({
      name,
      label: name === 'audit' ? { es, en }[locale].audit.title : { es, en }[locale].settings.section[name],
      texts: placesOf(name, shownBy(shell)).flatMap((place) => textsBelow(locale, place)),
    })),
    query,
  );
const namesFound = (query: string, shell: Shell) => found('es', query, shell).map(({ name }) => name);

test.each<['es' | 'en', string, SettingName, boolean]>([
  ['es', 'respaldos', 'backups', true],
  ['es', 'RESPAL', 'backups', true],
  ['es', 'numeracion', 'numbering', true],
  ['es', 'bitacora', 'audit', true],
  ['es', 'RNC', 'company', false],
  ['es', 'tema oscuro', 'appearance', false],
  ['es', 'bloquear', 'people', false],
  ['es', 'contraseña', 'people', false],
  ['es', 'horas de silencio', 'notifications', false],
  ['en', 'backups', 'backups', true],
  ['en', 'password', 'people', false],
  ['en', 'tax rates', 'findings', false],
])('in %s %j finds %s', (locale, query, name, isByName) => {
  const one = found(locale, query).find((part) => part.name === name);
  expect(one).toBeDefined();
  expect(one?.said === null).toBe(isByName);
  if (!isByName) expect(one?.said?.ranges.length).toBeGreaterThan(0);
});

test('nothing typed finds all, and what is nowhere nothing; every part has texts in both languages', () => {
  expect(found('es', ' ')).toHaveLength(names.length);
  expect(found('es', 'zzyzx')).toEqual([]);
  for (const locale of ['es', 'en'] as const)
    for (const shell of ['browser', 'desktop', 'desk'] as const)
      for (const name of names) {
        const places = placesOf(name, shownBy(shell));
        expect(places, name).not.toEqual([]);
        for (const place of places) expect(textsBelow(locale, place), place).not.toEqual([]);
      }
});

test.each<[query: string, on: readonly Shell[]]>([
  [es.office.join.title, ['desktop']],
  [es.office.join.offer, ['desktop']],
  [es.settings.thisComputer.inBrowser, ['browser']],
  [es.settings.thisComputer.keepAwakeHelp, ['desktop']],
  [es.settings.thisComputer.desk.closeToTray, ['desk']],
  [es.settings.updates.feed, ['desktop']],
  [es.settings.updates.title, ['desktop', 'desk']],
])('%j is found only where it is on the screen', (query, on) => {
  for (const shell of ['browser', 'desktop', 'desk'] as const)
    expect([shell, namesFound(query, shell).includes('thisComputer')]).toEqual([shell, on.includes(shell)]);
});

test('what only a recovery says is no setting, and before the shell has said what it can its texts are not found', () => {
  expect(namesFound(es.recovery.folder.beginAnew, 'browser')).toEqual([]);
  expect(placesOf('thisComputer', null)).toEqual([]);
});
