/** Runs in a session of its own: does the steps that it is given and prints what each gave. */
import { readFile } from 'node:fs/promises';
import { openKeychain } from '../../main/keychain/keychain.ts';
import { endProcess } from '../../main/shell/process.ts';

type Step =
  | ['check']
  | ['set', account: string, value: string]
  | ['get', account: string]
  | ['remove', account: string]
  | ['readFile'];

const keychain = openKeychain({ limitMs: 2000 });
const steps: Step[] = JSON.parse(process.argv[2] ?? '[]');
const results: unknown[] = [];
for (const step of steps) {
  const started = performance.now();
  const result = await take(step).catch((fault: Error) => ({ fault: fault.name, message: fault.message }));
  const took = performance.now() - started;
  results.push(took > 2900 ? { tookTooLong: took } : (result ?? null));
}
process.stdout.write(`${JSON.stringify(results)}\n`);
endProcess(0);

function take(step: Step): Promise<unknown> {
  if (step[0] === 'check') return keychain.check();
  if (step[0] === 'set') return keychain.set(step[1], step[2]);
  if (step[0] === 'get') return keychain.get(step[1]);
  if (step[0] === 'remove') return keychain.remove(step[1]);
  return readFile(new URL(import.meta.url)).then(() => 'read');
}
