/** Plain pages of the shell's own: no script, one style, in the language of who asks. */
import type { Locale } from '#shared/terms.ts';
import { newNonce, plainPagePolicy } from './page-security.ts';

/** Text that is safe between tags and inside a quoted attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A text in both languages. */
export type BilingualText = Readonly<Record<Locale, string>>;

/** A paragraph; its text is escaped here. */
export const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;

export interface PlainPage {
  status?: number;
  title: BilingualText;
  /** HTML; every text in it was escaped. */
  content: BilingualText;
  /** Leave for this path after so many seconds, with no script. */
  moveOn?: { seconds: number; path: string };
}

/** A whole page in a language. */
export function plainPage(
  { status = 200, title, content, moveOn }: PlainPage,
  locale: Locale,
): { status: number; headers: Record<string, string>; body: string } {
  const nonce = newNonce();
  const heading = escaped(title[locale]);
  const refresh = moveOn
    ? `<meta http-equiv="refresh" content="${moveOn.seconds};url=${escaped(moveOn.path)}">`
    : '';
  const body = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">${refresh}<title>${heading} · Perito</title>
<style nonce="${nonce}">${style}</style></head><body><main><h1>${heading}</h1>
${content[locale]}</main></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': plainPagePolicy(nonce),
    'cache-control': 'no-store',
    // With `no-referrer` a browser posts the page's own form as of origin `null` (Fetch, 3.2).
    'referrer-policy': 'same-origin',
  };
  return { status, headers, body };
}

/** The language that a browser asks for first, of those that there are; Spanish where it asks for neither. */
export function languageOf(acceptLanguage: string | undefined): Locale {
  const languages = (acceptLanguage ?? '').toLowerCase().split(',');
  const first = languages.map((language) => language.trim()).find((language) => /^(es|en)\b/.test(language));
  return first?.startsWith('en') ? 'en' : 'es';
}

const style = `
:root{color-scheme:light dark;--ground:#f6f7f9;--face:#fff;--line:#d6dae1;--ink:#16191f;--quiet:#565e6c;--accent:#1f4fd8}
@media(prefers-color-scheme:dark){:root{--ground:#0d1117;--face:#151b24;--line:#2b3442;--ink:#e8ebf0;--quiet:#9aa5b5;--accent:#7aa2ff}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.5 Inter,system-ui,sans-serif;
min-height:100vh;display:grid;place-items:center;padding:24px}
main{background:var(--face);border:1px solid var(--line);border-radius:8px;padding:32px;max-width:560px;width:100%}
h1{font-size:20px;margin:0 0 16px}p{margin:0 0 16px}
label,dt{display:block;color:var(--quiet);font-size:12px;margin-top:16px}dd{margin:4px 0 0}
code,input{font:13px/1.5 "JetBrains Mono",ui-monospace,monospace}code{display:block;overflow-wrap:anywhere;user-select:all;
border:1px solid var(--line);border-radius:6px;padding:8px;background:var(--ground)}
input{width:100%;padding:8px;border:1px solid var(--line);border-radius:6px;background:var(--ground);color:var(--ink);margin-top:4px}
button{margin-top:16px;padding:8px 16px;border:0;border-radius:6px;background:var(--accent);color:var(--face);font:inherit;font-weight:600}
button.plain{background:none;color:var(--accent);border:1px solid var(--line)}progress{width:100%;accent-color:var(--accent)}
a{color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;
