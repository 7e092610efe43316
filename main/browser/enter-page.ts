import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, send } from './answer.ts';
import { isPrefetch } from './gate.ts';
import { both, plainPage } from './html.ts';
import type { Sessions } from './sessions.ts';

const formLimit = 4096;

/** `GET /enter?ticket=…` from the one-time link; `POST /enter` with the token pasted into the form. */
export async function answerEnter(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  sessions: Sessions,
): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await readBody(request, formLimit));
    const cookie = sessions.enterByToken((form.get('token') ?? '').trim());
    return cookie === null ? sendEnterPage(response, 'wrongToken') : letIn(response, cookie);
  }
  const ticket = url.searchParams.get('ticket');
  if (ticket === null) return sendEnterPage(response, 'noSession');
  if (isPrefetch(request)) return sendEnterPage(response, 'noSession');
  const cookie = sessions.enterByLink(ticket);
  return cookie === null ? sendEnterPage(response, 'usedLink') : letIn(response, cookie);
}

/**
 * A page that moves on, rather than a redirect: after a link in a mail or chat a browser counts a whole
 * chain of redirects as coming from there, and would not send the strict cookie.
 */
function letIn(response: ServerResponse, cookie: string): void {
  const page = plainPage({
    title: 'Abriendo la consola',
    content: `${both('Un momento…', 'One moment…')}<p><a href="/">Perito</a></p>`,
    moveOn: { seconds: 0, path: '/' },
  });
  send(response, page.status, { ...page.headers, 'set-cookie': cookie }, page.body);
}

const reasons = {
  noSession: both(
    'Este navegador todavía no tiene acceso a la consola. Abra el enlace que Perito mostró al iniciar, o pegue aquí la clave de la consola.',
    'This browser has no access to the console yet. Open the link that Perito showed at its start, or paste the console token here.',
  ),
  usedLink: both(
    'Este enlace ya fue usado o venció. Pida otro reiniciando Perito, o pegue aquí la clave de la consola.',
    'This link was used already or has expired. Restart Perito for another, or paste the console token here.',
  ),
  wrongToken: both(
    'Esa no es la clave de la consola de esta sesión de Perito. Cambia cada vez que Perito se inicia.',
    'That is not the console token of this run of Perito. It changes each time that Perito starts.',
  ),
};

export function sendEnterPage(response: ServerResponse, reason: keyof typeof reasons): void {
  const page = plainPage({
    status: 401,
    title: 'Entrar a la consola',
    content: `${reasons[reason]}<form method="post" action="/enter" autocomplete="off">
<label for="token">Clave de la consola (<span lang="en">console token</span>)</label>
<input id="token" name="token" type="password" autocomplete="off" required autofocus maxlength="200" spellcheck="false">
<button>Entrar (<span lang="en">enter</span>)</button></form>`,
  });
  send(response, page.status, page.headers, page.body);
}
