/** What a behaviour is given to answer with. */
import type { ServerResponse } from 'node:http';

export interface Answering {
  response: ServerResponse;
  /** The path that was asked, under which a redirect may lead back. */
  path: string;
  /** Of the server itself, without a slash at its end. */
  url: string;
  /** Of another server, where a redirect leads astray. */
  elsewhereUrl: string;
  /** How often this path was asked, this time included. */
  nth: number;
  /** The number in the path, or the behaviour's own. */
  number: number;
  /** What would be there. */
  photo(): Promise<Buffer>;
  slowMilliseconds: number;
  stopping: AbortSignal;
}

export interface FileBehaviour {
  /** What it does, in words. */
  says: string;
  /** How the names of its files end, and the media type that is said of them. */
  ending: 'jpg' | 'pdf' | 'heic' | 'webp';
  /** What the number in its path counts, and what it is where there is none. */
  number?: { counts: string; otherwise: number };
  answer(answering: Answering): void | Promise<void>;
}

export const mediaTypes = {
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  heic: 'image/heic',
  webp: 'image/webp',
} as const;

export function send(
  response: ServerResponse,
  body: Buffer | string,
  type: string = mediaTypes.jpg,
  more: Record<string, string | number> = {},
): void {
  response
    .writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...more })
    .end(body);
}

export function sendStatus(
  response: ServerResponse,
  status: number,
  more: Record<string, string | number> = {},
): void {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...more })
    .end(`Estado ${status}\n`);
}

/** Calls until the caller or the server goes; `work` says whether there is more to do. */
export function every(milliseconds: number, { response, stopping }: Answering, work: () => boolean): void {
  const timer = setInterval(() => {
    if (!work()) stop();
  }, milliseconds);
  const stop = () => {
    clearInterval(timer);
    stopping.removeEventListener('abort', stop);
  };
  response.on('close', stop);
  stopping.addEventListener('abort', stop, { once: true });
}
