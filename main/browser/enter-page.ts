import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, send } from './answer.ts';
import { isPrefetch } from './gate.ts';
import { languageOf, type PlainPage, paragraph, plainPage, type Said } from './html.ts';
import type { Sessions } from './sessions.ts';

const maxFormBytes = 4096;

/** `GET /enter?ticket=…` from the one-time link; `POST /enter` with the token pasted into the form. */
export async function answerEnter(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  sessions: Sessions,
): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await readBody(request, maxFormBytes));
    const cookie = sessions.enterByToken((form.get('token') ?? '').trim());
    return cookie === null
      ? sendEnterPage(request, response, 'wrongToken')
      : letIn(request, response, cookie);
  }
  const ticket = url.searchParams.get('ticket');
  if (ticket === null) return sendEnterPage(request, response, 'noSession');
  if (isPrefetch(request)) return sendEnterPage(request, response, 'noSession');
  const cookie = sessions.enterByLink(ticket);
  return cookie === null ? sendEnterPage(request, response, 'usedLink') : letIn(request, response, cookie);
}

/**
 * A page that moves on, rather than a redirect: after a link in a mail or chat a browser counts a whole
 * chain of redirects as coming from there, and would not send the strict cookie.
 */
function letIn(request: IncomingMessage, response: ServerResponse, cookie: string): void {
  const onward = '<p><a href="/">Perito</a></p>';
  sendPage(
    request,
    response,
    {
      title: { es: 'Abriendo la consola', en: 'Opening the console' },
      content: { es: paragraph('Un momento…') + onward, en: paragraph('One moment…') + onward },
      moveOn: { seconds: 0, path: '/' },
    },
    { 'set-cookie': cookie },
  );
}

const reasons = {
  noSession: {
    es: 'Este navegador todavía no tiene acceso a la consola. Abra el enlace que Perito mostró al iniciar, o pegue aquí la clave de la consola.',
    en: 'This browser has no access to the console yet. Open the link that Perito showed at its start, or paste the console token here.',
  },
  usedLink: {
    es: 'Este enlace ya fue usado o venció. Pida otro reiniciando Perito, o pegue aquí la clave de la consola.',
    en: 'This link was used already or has expired. Restart Perito for another, or paste the console token here.',
  },
  wrongToken: {
    es: 'Esa no es la clave de la consola de esta sesión de Perito. Cambia cada vez que Perito se inicia.',
    en: 'That is not the console token of this run of Perito. It changes each time that Perito starts.',
  },
} as const satisfies Record<string, Said>;

export function sendEnterPage(
  request: IncomingMessage,
  response: ServerResponse,
  reason: keyof typeof reasons,
): void {
  const form = (label: string, button: string) => `<form method="post" action="/enter" autocomplete="off">
<label for="token">${label}</label>
<input id="token" name="token" type="password" autocomplete="off" required autofocus maxlength="200" spellcheck="false">
<button>${button}</button></form>`;
  sendPage(request, response, {
    status: 401,
    title: { es: 'Entrar a la consola', en: 'Enter the console' },
    content: {
      es: paragraph(reasons[reason].es) + form('Clave de la consola', 'Entrar'),
      en: paragraph(reasons[reason].en) + form('Console token', 'Enter'),
    },
  });
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  what: PlainPage,
  headers: Record<string, string> = {},
): void {
  const page = plainPage(what, languageOf(request));
  send(response, page.status, { ...page.headers, ...headers }, page.body);
}
