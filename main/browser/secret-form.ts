import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../engine/clock.ts';
import type { CollectedOutcome, SecretPurpose } from '../engine/host.ts';
import type { SecretTransfer } from '../shell/host.ts';
import { isTyped, type TypedPurpose, typedPages } from '../shell/passphrase-page.ts';
import { type BilingualText, escaped, type PlainPage, paragraph } from '../shell/plain-page.ts';
import { readBody, sendPage, sendPlainError } from './answer.ts';
import { isPrefetch, isScripted } from './cross-site-guard.ts';

/** What waits behind a one-time page. */
type Waiting =
  | { kind: 'handOver'; secret: string; label: string }
  | { kind: 'collect'; label: string; purpose: SecretPurpose };

const handOverSeconds = 60;
const collectSeconds = 300;

/** The browser shell's way to pass secrets: pages of its own, each of which works once and for a short time. */
export class SecretTickets implements SecretTransfer {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Waiting>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  async handOver(secret: string, label: string) {
    const ticket = randomBytes(24).toString('base64url');
    return this.#add(ticket, handOverSeconds, { kind: 'handOver', secret, label });
  }

  async collect(ticket: string, label: string, purpose: SecretPurpose) {
    return this.#add(ticket, collectSeconds, { kind: 'collect', label, purpose });
  }

  /** What waits for this ticket, without using it up. */
  find(ticket: string): Waiting | null {
    return this.#waiting.get(ticket) ?? null;
  }

  remove(ticket: string): void {
    this.#waiting.delete(ticket);
  }

  #add(ticket: string, seconds: number, waiting: Waiting) {
    this.#waiting.set(ticket, waiting);
    this.#clock.after(seconds * 1000, () => this.remove(ticket));
    return { way: 'page' as const, path: `/secret/${encodeURIComponent(ticket)}`, validSeconds: seconds };
  }
}

const maxFormBytes = 16 * 1024;

/** Gives the engine what a person typed for a ticket; null where the engine failed at it. */
export type AcceptCollected = (ticket: string, secret: string) => Promise<CollectedOutcome | null>;

/** `/secret/<ticket>`: shows a key once, or takes one. The renderer never sees either. */
export async function answerSecretForm(
  request: IncomingMessage,
  response: ServerResponse,
  ticket: string,
  tickets: SecretTickets,
  accept: AcceptCollected,
): Promise<void> {
  // The console's own script is of the same origin, and must not get at a key either.
  if (isScripted(request)) return sendPlainError(response, 403, 'This page is for a person to open.');
  const waiting = tickets.find(ticket);
  const answer = (page: PlainPage) => sendPage(request, response, page);
  if (waiting === null || isPrefetch(request)) return answer(gonePage);
  if (waiting.kind === 'collect' && isTyped(waiting.purpose)) {
    const { ask, take } = typedPages[waiting.purpose];
    if (request.method !== 'POST') return answer(ask(waiting.label));
    const sent = new URLSearchParams(await readBody(request, maxFormBytes));
    const { page, isDone } = await take(waiting.label, sent, (given) => accept(ticket, given));
    if (isDone) tickets.remove(ticket);
    return answer(page);
  }
  if (isOfKey(waiting)) {
    if (request.method !== 'POST') return answer(collectPage(waiting));
    const form = new URLSearchParams(await readBody(request, maxFormBytes));
    const outcome = await accept(ticket, form.get('key') ?? '');
    if (outcome !== 'notAKey') tickets.remove(ticket);
    return answer(outcomePage(outcome, waiting));
  }
  if (waiting.kind === 'collect' || request.method !== 'GET') return answer({ ...gonePage, status: 405 });
  tickets.remove(ticket);
  return answer(handOverPage(waiting, `/secret/${ticket}`));
}

const gonePage: PlainPage = {
  status: 410,
  title: { es: 'Esta página ya no está disponible', en: 'This page is no longer available' },
  content: {
    es: paragraph(
      'Se muestra una sola vez y por poco tiempo. Cierre esta pestaña; si le falta la clave, pídala de nuevo en Ajustes.',
    ),
    en: paragraph(
      'It is shown once and for a short time. Close this tab; if you still need the key, ask for it again in Settings.',
    ),
  },
};

/** Leaves by itself when its time is gonePage, so that a key does not stay on an unattended screen. */
function handOverPage(waiting: Extract<Waiting, { kind: 'handOver' }>, path: string): PlainPage {
  const [email, secret] = splitAtFirstColon(waiting.secret);
  const header = Buffer.from(waiting.secret, 'utf8').toString('base64');
  const shown = (term: string, value: string) =>
    `<dt>${escaped(term)}</dt><dd><code>${escaped(value)}</code></dd>`;
  const terms = (...[ofEmail, ofSecret, ofHeader]: [string, string, string]) =>
    `<dl>${shown(ofEmail, email)}${shown(ofSecret, secret)}${shown(ofHeader, header)}</dl>`;
  return {
    title: { es: `Clave «${waiting.label}»`, en: `Key “${waiting.label}”` },
    content: {
      es:
        paragraph(
          'Cópiela ahora y entréguela por un medio seguro a quien va a llamar con ella: esta página se muestra una sola vez y se cierra en 60 segundos.',
        ) + terms('Correo', 'Secreto', 'Valor listo del encabezado X-API-KEY'),
      en:
        paragraph(
          'Copy it now and give it by a safe channel to whoever is to call with it: this page is shown once and leaves after 60 seconds.',
        ) + terms('E-mail', 'Secret', 'Ready-made X-API-KEY header'),
    },
    moveOn: { seconds: 60, path },
  };
}

function splitAtFirstColon(text: string): [before: string, after: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

const form = (label: string, button: string): string => `<form method="post" autocomplete="off">
<label for="key">${label}</label>
<input id="key" name="key" type="password" autocomplete="off" required autofocus maxlength="4000" spellcheck="false">
<button>${button}</button></form>`;
const forms: BilingualText = { es: form('Clave', 'Guardar clave'), en: form('Key', 'Keep key') };

type KeyPurpose = Exclude<SecretPurpose, TypedPurpose>;
type Collect = Extract<Waiting, { kind: 'collect' }> & { purpose: KeyPurpose };

const isOfKey = (waiting: Waiting): waiting is Collect =>
  waiting.kind === 'collect' && !isTyped(waiting.purpose);

/** What each kind of key is, and what can be done once it is kept. */
const purposeTexts: Record<KeyPurpose, { paste: BilingualText; kept: BilingualText }> = {
  receiverKey: {
    paste: {
      es: 'Pegue la clave con la que ya llaman a Perito, como correo:secreto o en su forma Base64.',
      en: 'Paste the key with which Perito is called already, as email:secret or in its Base64 form.',
    },
    kept: {
      es: 'Ya se puede llamar a Perito con ella. Cierre esta pestaña y vuelva a Perito.',
      en: 'Perito can be called with it now. Close this tab and go back to Perito.',
    },
  },
  openIdSecret: {
    paste: {
      es: 'Pegue el secreto de cliente que el proveedor de la oficina dio para Perito. Se espera el valor del secreto, no su identificador.',
      en: 'Paste the client secret that the office’s provider gave for Perito. Expected is the value of the secret, not its id.',
    },
    kept: {
      es: 'Perito ya lo presenta al proveedor. Cierre esta pestaña y vuelva a Perito.',
      en: 'Perito presents it to the provider now. Close this tab and go back to Perito.',
    },
  },
  platformKey: {
    paste: {
      es: 'Pegue la clave con la que Perito llama a la plataforma, como correo:secreto o en su forma Base64.',
      en: 'Paste the key with which Perito calls the platform, as email:secret or in its Base64 form.',
    },
    kept: {
      es: 'Perito ya llama a la plataforma con ella. Cierre esta pestaña y vuelva a Perito.',
      en: 'Perito calls the platform with it now. Close this tab and go back to Perito.',
    },
  },
};

const inBoth = (text: BilingualText, more: BilingualText = { es: '', en: '' }): BilingualText => ({
  es: paragraph(text.es) + more.es,
  en: paragraph(text.en) + more.en,
});

function collectPage({ label, purpose }: Collect): PlainPage {
  return {
    title: { es: `Pegar la clave «${label}»`, en: `Paste the key “${label}”` },
    content: inBoth(purposeTexts[purpose].paste, forms),
  };
}

function outcomePage(outcome: CollectedOutcome | null, { label, purpose }: Collect): PlainPage {
  switch (outcome) {
    case 'accepted':
      return {
        title: { es: `Clave «${label}» guardada`, en: `Key “${label}” kept` },
        content: inBoth(purposeTexts[purpose].kept),
      };
    case 'notAKey':
      if (purpose === 'openIdSecret')
        return {
          status: 422,
          title: { es: 'Eso no es un secreto de cliente', en: 'That is not a client secret' },
          content: inBoth(purposeTexts[purpose].paste, forms),
        };
      return {
        status: 422,
        title: { es: 'Eso no es una clave', en: 'That is not a key' },
        content: inBoth(
          {
            es: 'Se espera correo:secreto, o lo mismo en Base64. Revise que la copió completa y péguela otra vez.',
            en: 'Expected is email:secret, or the same in Base64. Check that all of it was copied, and paste it again.',
          },
          forms,
        ),
      };
    case 'tooManyKeys':
      return {
        status: 409,
        title: { es: 'Ya hay dos claves vigentes', en: 'There are two keys in force already' },
        content: inBoth({
          es: 'Retire una en Ajustes y pegue la nueva otra vez.',
          en: 'Retire one in Settings, then paste the new one again.',
        }),
      };
    case 'expired':
      return gonePage;
    default:
      return {
        status: 500,
        title: { es: 'La clave no se guardó', en: 'The key was not kept' },
        content: inBoth({
          es: 'Perito tuvo una falla al guardarla. Vuelva a Ajustes e inténtelo de nuevo.',
          en: 'Perito failed to keep it. Go back to Settings and try again.',
        }),
      };
  }
}
