/** Whether the receiver receives, for a program that watches over it; said to whoever reaches the console, and nothing more. */
import type { ServerResponse } from 'node:http';
import type { Receiving } from '../shell/engine-client.ts';
import { send } from './answer.ts';

export const healthPath = '/health';

/** 200 while calls of the marketplace are taken and kept, else 503; `state` and `cause` as the console has them, `since` when it began. */
export function answerHealth(response: ServerResponse, { state, cause, since, isAlive }: Receiving): void {
  const receiving = isAlive && state === 'listening';
  const body = {
    receiving,
    state: isAlive ? state : 'notAnswering',
    ...(isAlive && cause !== null && { cause }),
    since: new Date(since).toISOString(),
  };
  send(response, receiving ? 200 : 503, { 'content-type': 'application/json' }, `${JSON.stringify(body)}\n`);
}
