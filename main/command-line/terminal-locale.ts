import type { Locale } from '#shared/terms.ts';

/**
 * The language of a terminal: Spanish unless the system speaks English. What POSIX sets for messages (LC_ALL, then
 * LC_MESSAGES, then LANG) decides; "C" and "POSIX" name no language, and ICU's English for them is nobody's choice. Only
 * Windows and macOS, which set none of these, are asked through ICU.
 */
export function terminalLocale(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  icuLocale: string = new Intl.DateTimeFormat().resolvedOptions().locale,
): Locale {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const said = LC_ALL || LC_MESSAGES || LANG || '';
  const isAskedOfIcu = said === '' && (platform === 'win32' || platform === 'darwin');
  return (isAskedOfIcu ? icuLocale : said).toLowerCase().startsWith('en') ? 'en' : 'es';
}
