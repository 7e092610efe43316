import type { Locale } from '#shared/terms.ts';
import type { Translated } from './translated.ts';

/**
 * The words with the marketplace called by `name` wherever they say "el marketplace" or "the marketplace". A name may
 * begin with its article ("el portal": "del portal", "al portal"); without one it stands as a name does ("de PiezaNet").
 * An empty name, or "marketplace" itself, changes nothing. Texts under a key that begins with `marketplaceName` stay: they
 * are about the name.
 */
export function withMarketplaceNamed<T extends object>(texts: T, locale: Locale, name: string): Translated<T>;
export function withMarketplaceNamed(texts: object, locale: Locale, name: string): object {
  // What i18next would take for one of its own signs is no part of a name.
  const plain = name.replace(/[{}$]/g, '').trim();
  const rename = renames[locale](plain);
  const isOwn = plain !== '' && !/^((el|the)\s+)?marketplace$/i.test(plain);
  return isOwn ? renamed(texts, rename) : texts;
}

type Rename = (text: string) => string;

function renamed(texts: object, rename: Rename): object {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]: [string, unknown]) => {
      if (typeof value === 'object' && value !== null) return [key, renamed(value, rename)];
      return [key, typeof value === 'string' && !key.startsWith('marketplaceName') ? rename(value) : value];
    }),
  );
}

const renames: Record<Locale, (name: string) => Rename> = {
  es(name) {
    const { article, noun } = parted(name);
    const isEl = article.toLowerCase() === 'el';
    const full = article === '' ? noun : `${article.toLowerCase()} ${noun}`;
    const del = isEl ? `del ${noun}` : `de ${full}`;
    const al = isEl ? `al ${noun}` : `a ${full}`;
    return (text) =>
      text.replace(/\b(?:(del|al|el) )?marketplace\b/gi, (_, before: string | undefined) => {
        if (before === undefined) return noun;
        const replacement = { del, al, el: full }[before.toLowerCase()] ?? full;
        return isCapital(before) ? capital(replacement) : replacement;
      });
  },
  en(name) {
    const { article, noun } = parted(name);
    const full = article === '' ? noun : `${article.toLowerCase()} ${noun}`;
    return (text) =>
      text.replace(/\b(?:(the) )?marketplace\b/gi, (_, before: string | undefined) => {
        if (before === undefined) return noun;
        return isCapital(before) ? capital(full) : full;
      });
  },
};

function parted(name: string): { article: string; noun: string } {
  const [, article = '', noun = name] = /^(el|la|los|las|the)\s+(.+)$/i.exec(name) ?? [];
  return { article, noun };
}

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
