import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CollectedOutcome, SecretPurpose } from '../engine/host.ts';
import { readBody, refusePlainly, send } from './answer.ts';
import { isPrefetch, isScripted } from './gate.ts';
import { both, escaped, plainPage } from './html.ts';
import type { SecretPages, Waiting } from './secret-pages.ts';

const formLimit = 16 * 1024;

/** Gives the engine what a person typed for a ticket; null where the engine failed at it. */
export type AcceptCollected = (ticket: string, secret: string) => Promise<CollectedOutcome | null>;

/** `/secret/<ticket>`: shows a key once, or takes one. The renderer never sees either. */
export async function answerSecretPage(
  request: IncomingMessage,
  response: ServerResponse,
  ticket: string,
  pages: SecretPages,
  accept: AcceptCollected,
): Promise<void> {
  // The console's own script is of the same origin, and must not get at a key either.
  if (isScripted(request)) return refusePlainly(response, 403, 'This page is for a person to open.');
  const waiting = pages.find(ticket);
  if (waiting === null || isPrefetch(request)) return sendPage(response, over);
  if (waiting.kind === 'collect') {
    if (request.method !== 'POST') return sendPage(response, collectPage(waiting));
    const form = new URLSearchParams(await readBody(request, formLimit));
    const outcome = await accept(ticket, form.get('key') ?? '');
    if (outcome !== 'notAKey') pages.drop(ticket);
    return sendPage(response, outcomePage(outcome, waiting));
  }
  if (request.method !== 'GET') return sendPage(response, { ...over, status: 405 });
  pages.drop(ticket);
  return sendPage(response, handOverPage(waiting, `/secret/${ticket}`));
}

type Page = Parameters<typeof plainPage>[0];

function sendPage(response: ServerResponse, what: Page): void {
  const page = plainPage(what);
  send(response, page.status, page.headers, page.body);
}

const over: Page = {
  status: 410,
  title: 'Esta página ya no está disponible',
  content: both(
    'Se muestra una sola vez y por poco tiempo. Cierre esta pestaña; si le falta la clave, pídala de nuevo en Ajustes.',
    'It is shown once and for a short time. Close this tab; if you still need the key, ask for it again in Settings.',
  ),
};

/** Leaves by itself when its time is over, so that a key does not stay on an unattended screen. */
function handOverPage(waiting: Extract<Waiting, { kind: 'handOver' }>, path: string): Page {
  const [email, secret] = splitAtFirstColon(waiting.secret);
  const header = Buffer.from(waiting.secret, 'utf8').toString('base64');
  const shown = (term: string, english: string, value: string) =>
    `<dt>${escaped(term)} (<span lang="en">${escaped(english)}</span>)</dt><dd><code>${escaped(value)}</code></dd>`;
  return {
    title: `Clave «${waiting.label}»`,
    content: `${both(
      'Cópiela ahora y entréguela por un medio seguro a quien va a llamar con ella: esta página se muestra una sola vez y se cierra en 60 segundos.',
      'Copy it now and give it by a safe channel to whoever is to call with it: this page is shown once and leaves after 60 seconds.',
    )}<dl>${shown('Correo', 'email', email)}${shown('Secreto', 'secret', secret)}${shown(
      'Valor listo del encabezado X-API-KEY',
      'ready-made X-API-KEY header',
      header,
    )}</dl>`,
    moveOn: { seconds: 60, path },
  };
}

function splitAtFirstColon(text: string): [before: string, after: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

const form = `<form method="post" autocomplete="off">
<label for="key">Clave (<span lang="en">key</span>)</label>
<input id="key" name="key" type="password" autocomplete="off" required autofocus maxlength="4000" spellcheck="false">
<button>Guardar clave (<span lang="en">keep key</span>)</button></form>`;

type Collect = Extract<Waiting, { kind: 'collect' }>;

/** What each kind of key is, and what can be done once it is kept; Spanish and English. */
const words: Record<SecretPurpose, { paste: [string, string]; kept: [string, string] }> = {
  receiverKey: {
    paste: [
      'Pegue la clave con la que ya llaman a Perito, como correo:secreto o en su forma Base64.',
      'Paste the key with which Perito is called already, as email:secret or in its Base64 form.',
    ],
    kept: [
      'Ya se puede llamar a Perito con ella. Cierre esta pestaña y vuelva a Perito.',
      'Perito can be called with it now. Close this tab and go back to Perito.',
    ],
  },
  platformKey: {
    paste: [
      'Pegue la clave con la que Perito llama a la plataforma, como correo:secreto o en su forma Base64.',
      'Paste the key with which Perito calls the platform, as email:secret or in its Base64 form.',
    ],
    kept: [
      'Perito ya llama a la plataforma con ella. Cierre esta pestaña y vuelva a Perito.',
      'Perito calls the platform with it now. Close this tab and go back to Perito.',
    ],
  },
};

function collectPage({ label, purpose }: Collect): Page {
  return { title: `Pegar la clave «${label}»`, content: both(...words[purpose].paste) + form };
}

function outcomePage(outcome: CollectedOutcome | null, { label, purpose }: Collect): Page {
  switch (outcome) {
    case 'accepted':
      return { title: `Clave «${label}» guardada`, content: both(...words[purpose].kept) };
    case 'notAKey':
      return {
        status: 422,
        title: 'Eso no es una clave',
        content:
          both(
            'Se espera correo:secreto, o lo mismo en Base64. Revise que la copió completa y péguela otra vez.',
            'Expected is email:secret, or the same in Base64. Check that all of it was copied, and paste it again.',
          ) + form,
      };
    case 'tooManyKeys':
      return {
        status: 409,
        title: 'Ya hay dos claves vigentes',
        content: both(
          'Retire una en Ajustes y pegue la nueva otra vez.',
          'Retire one in Settings, then paste the new one again.',
        ),
      };
    case 'expired':
      return over;
    default:
      return {
        status: 500,
        title: 'La clave no se guardó',
        content: both(
          'Perito tuvo una falla al guardarla. Vuelva a Ajustes e inténtelo de nuevo.',
          'Perito failed to keep it. Go back to Settings and try again.',
        ),
      };
  }
}
