import { insurerClient } from '../main/simulator/index.ts';

/** Delivers a body to a receiver as the marketplace does, with a key as `email:secret`; the status of the answer. */
export async function deliver(baseUrl: string, key: string, path: string, body: object): Promise<number> {
  const answer = await insurerClient({ baseUrl, key }).post(path, body);
  if (answer.end === 'noAnswer') throw new Error(`no answer: ${answer.detail}`);
  return answer.status;
}
