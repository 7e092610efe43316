import { expect, test } from 'vitest';
import { terminalLocale } from '../../main/command-line/demo.ts';

test.each([
  [{ LANG: 'es_DO.UTF-8' }, 'linux', 'en-US', 'es'],
  [{ LANG: 'en_US.UTF-8' }, 'linux', 'en-US', 'en'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'es_DO.UTF-8' }, 'linux', 'en-US', 'es'],
  [{ LANG: 'es_DO.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, 'linux', 'es-DO', 'en'],
  [{ LANG: 'C.UTF-8' }, 'linux', 'en-US', 'es'],
  [{ LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, 'linux', 'en-US', 'es'],
  [{}, 'linux', 'en-US', 'es'],
  [{ LANG: 'fr_FR.UTF-8' }, 'linux', 'fr-FR', 'es'],
  [{}, 'win32', 'en-US', 'en'],
  [{}, 'win32', 'es-DO', 'es'],
  [{}, 'darwin', 'es-DO', 'es'],
  [{ LANG: 'en_US.UTF-8' }, 'darwin', 'es-DO', 'en'],
] as const)('%j on %s, where ICU says %s: %s', (environment, platform, icu, expected) => {
  expect(terminalLocale(environment, platform, icu)).toBe(expected);
});
