/** The page on which a person gives an archive its passphrase, twice; in either shell, and never near the screens. */
import { passphraseLength } from '#shared/contract/archives.ts';
import type { CollectedOutcome } from '../engine/host.ts';
import { type BilingualText, escaped, type PlainPage, paragraph } from './plain-page.ts';

const { min, max } = passphraseLength;

const forms = ({ first, again, button }: Record<'first' | 'again' | 'button', string>): string => {
  const field = (name: string, label: string, more: string) => `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="new-password" required minlength="${min}" maxlength="${max}" spellcheck="false"${more}>`;
  return `<form method="post" autocomplete="off">
${field('passphrase', first, ' autofocus')}
${field('again', again, '')}
<button>${button}</button></form>`;
};

const form: BilingualText = {
  es: forms({
    first: 'Frase de contraseña',
    again: 'La misma, otra vez',
    button: 'Cifrar y hacer el archivo',
  }),
  en: forms({ first: 'Passphrase', again: 'The same once more', button: 'Encrypt and make the archive' }),
};

const warning: BilingualText = {
  es: `Al menos ${min} caracteres: varias palabras que no vayan juntas son una buena frase. Si se olvida, nadie puede abrir el archivo: ni Perito ni quien lo hizo. Guárdela en un lugar seguro, aparte del archivo.`,
  en: `At least ${min} characters: several words that do not belong together are a good one. Where it is forgotten, nobody can open the archive: neither Perito nor whoever made it. Keep it in a safe place, apart from the archive.`,
};

const problems = {
  notTheSame: {
    es: 'Las dos no son iguales. Escríbalas otra vez.',
    en: 'The two are not the same. Type them again.',
  },
  notAKey: {
    es: `Es demasiado corta: necesita al menos ${min} caracteres. Escríbala otra vez.`,
    en: `It is too short: it needs at least ${min} characters. Type it again.`,
  },
  busy: {
    es: 'Ahora mismo se hace otro archivo. Cuando termine, escríbala otra vez.',
    en: 'Another archive is being made just now. Once it is done, type it again.',
  },
} as const satisfies Record<string, BilingualText>;

const inBoth = (make: (locale: 'es' | 'en') => string): BilingualText => ({ es: make('es'), en: make('en') });

/** Asks for the passphrase of an archive that is called `label`; with a problem, once more. */
export function passphrasePage(label: string, problem: keyof typeof problems | null = null): PlainPage {
  return {
    ...(problem === null ? {} : { status: 422 }),
    title: { es: `Cifrar «${label}»`, en: `Encrypt “${label}”` },
    content: inBoth(
      (locale) =>
        (problem === null
          ? ''
          : `<p role="alert"><strong>${escaped(problems[problem][locale])}</strong></p>`) +
        paragraph(warning[locale]) +
        form[locale],
    ),
  };
}

/** What the page says to a form that was sent; `isDone` where the page has done its work, or cannot any more. */
export async function takePassphrase(
  label: string,
  sent: URLSearchParams,
  accept: (passphrase: string) => Promise<CollectedOutcome | null>,
): Promise<{ page: PlainPage; isDone: boolean }> {
  const passphrase = sent.get('passphrase') ?? '';
  if (passphrase !== sent.get('again')) return { page: passphrasePage(label, 'notTheSame'), isDone: false };
  const outcome = await accept(passphrase);
  if (outcome === 'accepted') return { page: begun(label), isDone: true };
  if (outcome === 'notAKey' || outcome === 'busy')
    return { page: passphrasePage(label, outcome), isDone: false };
  return { page: notBegun, isDone: true };
}

const begun = (label: string): PlainPage => ({
  title: { es: `Se hace «${label}»`, en: `“${label}” is being made` },
  content: {
    es: paragraph('Cierre esta página y vuelva a Perito, que dice cuánto lleva.'),
    en: paragraph('Close this page and go back to Perito, which says how far it is.'),
  },
});

const notBegun: PlainPage = {
  status: 410,
  title: { es: 'El archivo no se hizo', en: 'The archive was not made' },
  content: {
    es: paragraph('Esta página vale por poco tiempo. Cierre la página y pida el archivo otra vez en Perito.'),
    en: paragraph('This page works for a short time. Close it, and ask for the archive again in Perito.'),
  },
};
