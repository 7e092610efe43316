/**
 * The pages on which a person gives a passphrase or password: that of a new archive, twice, that of a certificate's key, and that
 * of the database. In either shell, and never near the screens.
 */
import { passphraseLength } from '#shared/contract/archives.ts';
import type { CollectedOutcome, SecretPurpose } from '../engine/host.ts';
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
    button: 'Cifrar y hacer el legajo',
  }),
  en: forms({ first: 'Passphrase', again: 'The same once more', button: 'Encrypt and make the archive' }),
};

const warning: BilingualText = {
  es: `Al menos ${min} caracteres: varias palabras que no vayan juntas son una buena frase. Si se olvida, nadie puede abrir el legajo: ni Perito ni quien lo hizo. Guárdela en un lugar seguro, aparte del legajo.`,
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
    es: 'Ahora mismo se hace otro legajo. Cuando termine, escríbala otra vez.',
    en: 'Another archive is being made just now. Once it is done, type it again.',
  },
} as const satisfies Record<string, BilingualText>;

const inBoth = (make: (locale: 'es' | 'en') => string): BilingualText => ({ es: make('es'), en: make('en') });

/** Purposes whose secret is typed, rather than pasted as keys are. */
export type TypedPurpose = Extract<
  SecretPurpose,
  'archivePassphrase' | 'certificatePassphrase' | 'databasePassword'
>;

export const isTyped = (purpose: SecretPurpose): purpose is TypedPurpose =>
  Object.hasOwn(typedPages, purpose);

/** What the person sees, and what is said once it was sent; `isDone` where the page has done its work, or cannot any more. */
interface TypedPage {
  ask(label: string): PlainPage;
  take(
    label: string,
    sent: URLSearchParams,
    accept: (passphrase: string) => Promise<CollectedOutcome | null>,
  ): Promise<{ page: PlainPage; isDone: boolean }>;
}

/** A page that asks for something; with what was wrong with what was sent, once more. */
function askingPage(title: BilingualText, content: BilingualText, problem: BilingualText | null): PlainPage {
  return {
    ...(problem === null ? {} : { status: 422 }),
    title,
    content: inBoth(
      (locale) =>
        (problem === null ? '' : `<p role="alert"><strong>${escaped(problem[locale])}</strong></p>`) +
        content[locale],
    ),
  };
}

/** Asks for the passphrase of an archive that is called `label`; with a problem, once more. */
const archivePage = (label: string, problem: keyof typeof problems | null = null): PlainPage =>
  askingPage(
    { es: `Cifrar «${label}»`, en: `Encrypt “${label}”` },
    inBoth((locale) => paragraph(warning[locale]) + form[locale]),
    problem === null ? null : problems[problem],
  );

const archive: TypedPage = {
  ask: (label) => archivePage(label),
  async take(label, sent, accept) {
    const passphrase = sent.get('passphrase') ?? '';
    if (passphrase !== sent.get('again')) return { page: archivePage(label, 'notTheSame'), isDone: false };
    const outcome = await accept(passphrase);
    if (outcome === 'accepted') return { page: begun(label), isDone: true };
    if (outcome === 'notAKey' || outcome === 'busy')
      return { page: archivePage(label, outcome), isDone: false };
    return { page: notBegun, isDone: true };
  },
};

const begun = (label: string): PlainPage => ({
  title: { es: `Se hace «${label}»`, en: `“${label}” is being made` },
  content: {
    es: paragraph('Cierre esta página y vuelva a Perito, que dice cuánto lleva.'),
    en: paragraph('Close this page and go back to Perito, which says how far it is.'),
  },
});

const notBegun: PlainPage = {
  status: 410,
  title: { es: 'El legajo no se hizo', en: 'The archive was not made' },
  content: {
    es: paragraph('Esta página vale por poco tiempo. Cierre la página y pida el legajo otra vez en Perito.'),
    en: paragraph('This page works for a short time. Close it, and ask for the archive again in Perito.'),
  },
};

const passwordForm = (label: string, button: string): string => `<form method="post" autocomplete="off">
<label for="passphrase">${label}</label>
<input id="passphrase" name="passphrase" type="password" autocomplete="off" required autofocus maxlength="1024" spellcheck="false">
<button>${button}</button></form>`;

/** What the pages of one password say. */
interface PasswordWords {
  title(label: string): BilingualText;
  content(label: string): BilingualText;
  /** What is asked for once more, and why. */
  problems: Partial<Record<CollectedOutcome, BilingualText>>;
  kept: PlainPage;
  notKept: PlainPage;
}

function passwordPage({ title, content, problems, kept, notKept }: PasswordWords): TypedPage {
  const page = (label: string, problem: BilingualText | null = null) =>
    askingPage(title(label), content(label), problem);
  return {
    ask: (label) => page(label),
    async take(label, sent, accept) {
      const outcome = await accept(sent.get('passphrase') ?? '');
      const problem = outcome === null ? undefined : problems[outcome];
      if (problem !== undefined) return { page: page(label, problem), isDone: false };
      return { page: outcome === 'accepted' ? kept : notKept, isDone: true };
    },
  };
}

const certificateForms: BilingualText = {
  es: passwordForm('Contraseña del certificado', 'Guardar contraseña'),
  en: passwordForm('Passphrase of the certificate', 'Keep passphrase'),
};
const certificateAbout: BilingualText = {
  es: 'La contraseña con la que se cifró la clave del certificado. Perito la guarda en el almacén seguro de claves de este sistema; donde no lo hay, la recuerda hasta que se cierre.',
  en: 'The passphrase with which the certificate’s key was encrypted. Perito keeps it in the keychain of this system; where there is none, it is remembered until Perito closes.',
};
const notOfThisFile: BilingualText = {
  es: 'Esa no es la contraseña de este archivo. Revise mayúsculas y minúsculas y escríbala otra vez.',
  en: 'That is not the passphrase of this file. Check capital letters, and type it again.',
};

const certificateKept: PlainPage = {
  title: { es: 'Contraseña guardada', en: 'Passphrase kept' },
  content: {
    es: paragraph('Cierre esta página y vuelva a Perito.'),
    en: paragraph('Close this page and go back to Perito.'),
  },
};

const certificateNotKept: PlainPage = {
  status: 410,
  title: { es: 'La contraseña no se guardó', en: 'The passphrase was not kept' },
  content: {
    es: paragraph('Esta página vale por poco tiempo. Ciérrela y pida la contraseña otra vez en Ajustes.'),
    en: paragraph(
      'This page works for a short time. Close it, and ask for the passphrase again in Settings.',
    ),
  },
};

const databaseForms: BilingualText = {
  es: passwordForm('Contraseña', 'Probar y guardar'),
  en: passwordForm('Password', 'Try and keep'),
};
const databaseAbout: BilingualText = {
  es: 'La contraseña con la que Perito entra en la base de datos de su servidor; la tiene quien lo administra. Perito la prueba y, si el servidor la acepta, la guarda en el almacén seguro de claves de este sistema; donde no lo hay, la recuerda hasta que se cierre.',
  en: 'The password with which Perito enters the database of its server; whoever administers it has it. Perito tries it and, where the server takes it, keeps it in the keychain of this system; where there is none, it is remembered until Perito closes.',
};
const databaseProblems = {
  notAKey: {
    es: 'El servidor no acepta esa contraseña. Revise mayúsculas y minúsculas y escríbala otra vez.',
    en: 'The server does not take that password. Check capital letters, and type it again.',
  },
  busy: {
    es: 'No se pudo probar: el servidor no responde ahora, o no deja entrar a Perito por otra razón. Escríbala otra vez en un momento.',
    en: 'It could not be tried: the server does not answer just now, or does not let Perito in for another reason. Type it again in a moment.',
  },
} as const satisfies PasswordWords['problems'];

const databaseKept: PlainPage = {
  title: { es: 'El servidor aceptó la contraseña', en: 'The server took the password' },
  content: {
    es: paragraph('Perito se abre con ella. Cierre esta página y vuelva a Perito.'),
    en: paragraph('Perito opens with it. Close this page and go back to Perito.'),
  },
};

const databaseNotKept: PlainPage = {
  status: 410,
  title: { es: 'La contraseña no se guardó', en: 'The password was not kept' },
  content: {
    es: paragraph(
      'Esta página vale por poco tiempo, y solo mientras Perito la necesita. Ciérrela y, si hace falta, pídala otra vez en Perito.',
    ),
    en: paragraph(
      'This page works for a short time, and only while Perito needs it. Close it and, where it is needed, ask for it again in Perito.',
    ),
  },
};

const certificate = passwordPage({
  title: (label) => ({ es: `Contraseña de «${label}»`, en: `Passphrase of “${label}”` }),
  content: () => inBoth((locale) => paragraph(certificateAbout[locale]) + certificateForms[locale]),
  problems: { notAKey: notOfThisFile },
  kept: certificateKept,
  notKept: certificateNotKept,
});

const database = passwordPage({
  title: () => ({ es: 'Contraseña de la base de datos', en: 'Password of the database' }),
  content: (label) =>
    inBoth(
      (locale) =>
        `<p><code>${escaped(label)}</code></p>${paragraph(databaseAbout[locale])}${databaseForms[locale]}`,
    ),
  problems: databaseProblems,
  kept: databaseKept,
  notKept: databaseNotKept,
});

export const typedPages: Record<TypedPurpose, TypedPage> = {
  archivePassphrase: archive,
  certificatePassphrase: certificate,
  databasePassword: database,
};
