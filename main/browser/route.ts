import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AnswerFile, isFilePath } from '../shell/files/attachment-files.ts';
import type { RendererFiles } from '../shell/renderer-files.ts';
import { BodyTooLarge, refuseCall, refusePlainly, send } from './answer.ts';
import { answerAttachment } from './attachment-answer.ts';
import { answerEnter, sendEnterPage } from './enter-page.ts';
import { refusalOf } from './gate.ts';
import type { Bridge } from './rpc-bridge.ts';
import { type AcceptCollected, answerSecretPage } from './secret-page.ts';
import type { SecretPages } from './secret-pages.ts';
import type { Caller, Sessions } from './sessions.ts';

export interface RouteOptions {
  port: number;
  sessions: Sessions;
  files: RendererFiles;
  attachments: AnswerFile;
  secretPages: SecretPages;
  accept: AcceptCollected;
  bridges: Record<Caller, Bridge>;
  onFault: (where: string, cause: unknown) => void;
}

type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers every request of the console's listener; never rejects. */
export function routeRequest(options: RouteOptions): Route {
  return async (request, response) => {
    try {
      await answer(options, request, response);
    } catch (failure) {
      if (failure instanceof BodyTooLarge) return refusePlainly(response, 413, 'This is too long.');
      options.onFault(
        `${request.method} ${request.url?.split('?')[0]?.replace(/^(\/secret\/).*/, '$1…')}`,
        failure,
      );
      if (response.headersSent) response.destroy();
      else refuseCall(response, 500, 'INTERNAL_SERVER_ERROR', 'Perito failed to answer.');
    }
  };
}

async function answer(
  options: RouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refusalOf(request, options.port);
  if (refusal) return refusePlainly(response, refusal.status, refusal.message);
  const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${options.port}`);
  if (url === null) return refusePlainly(response, 400, 'This is not an address.');
  const { pathname } = url;
  if (pathname.startsWith('/rpc/')) return answerCall(options, request, response, url);
  const methods =
    pathname === '/enter' || pathname.startsWith('/secret/') ? ['GET', 'POST'] : ['GET', 'HEAD'];
  if (!methods.includes(request.method ?? '')) {
    return send(response, 405, { allow: methods.join(', ') }, '');
  }
  if (pathname === '/enter') return answerEnter(request, response, url, options.sessions);
  if (isFilePath(pathname)) {
    if (options.sessions.callerOf(request) === null) return sendUnauthorized(response);
    return answerAttachment(request, response, url, options.attachments);
  }
  return answerPage(options, request, response, pathname);
}

async function answerCall(
  { sessions, bridges }: RouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const caller = sessions.callerOf(request);
  if (caller === null) {
    return refuseCall(
      response,
      401,
      'UNAUTHORIZED',
      'Sign in to the console, or send Authorization: Bearer with its token.',
    );
  }
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuseCall(response, 405, 'METHOD_NOT_ALLOWED', 'Procedures are called with POST.');
  }
  await bridges[caller](request, response, url);
}

async function answerPage(
  { sessions, files, secretPages, accept }: RouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const file = files.answer(pathname);
  const isPage = file === null || pathname === '/' || pathname === '/index.html';
  if (sessions.callerOf(request) === null) {
    return isPage ? sendEnterPage(request, response, 'noSession') : sendUnauthorized(response);
  }
  if (pathname.startsWith('/secret/')) {
    return answerSecretPage(request, response, pathname.slice('/secret/'.length), secretPages, accept);
  }
  if (file) return send(response, file.status, file.headers, file.body);
  refusePlainly(response, 404, 'Aquí no hay nada.\nThere is nothing here.');
}

const sendUnauthorized = (response: ServerResponse): void =>
  refusePlainly(response, 401, 'Entre primero a la consola.\nSign in to the console.');
