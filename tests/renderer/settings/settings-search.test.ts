/** Which part of the settings answers what somebody types, by the texts that the screens show. */
import { beforeAll, expect, test } from 'vitest';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { startLocale, textsBelow } from '../../../renderer/app/locale/i18n.ts';
import {
  foundSettings,
  placesOfTexts,
  type SettingName,
} from '../../../renderer/settings/settings-search.ts';

beforeAll(() => startLocale('es'));

const names = Object.keys(placesOfTexts).filter((name): name is SettingName =>
  Object.hasOwn(placesOfTexts, name),
);
const found = (locale: 'es' | 'en', query: string) =>
  foundSettings(
    names.map((name) => ({
      name,
      label: name === 'audit' ? { es, en }[locale].audit.title : { es, en }[locale].settings.section[name],
      texts: placesOfTexts[name].flatMap((place) => textsBelow(locale, place)),
    })),
    query,
  );

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
    for (const name of names)
      for (const place of placesOfTexts[name]) expect(textsBelow(locale, place), place).not.toEqual([]);
});
