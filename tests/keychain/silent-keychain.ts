/** A program whose keychain blocks a thread and never answers: says what came of a call, and ends. */
import { open } from 'node:fs/promises';
import { findFault, openKeychain } from '../../main/keychain/keychain.ts';
import { endProcess } from '../../main/shell/process.ts';

const [, , pipe = ''] = process.argv;
const block = async (): Promise<never> => {
  await open(pipe);
  throw new Error('somebody wrote to the pipe');
};
const load = async () => ({ getPassword: block, setPassword: block, deletePassword: block });
const problem = await openKeychain({ limitMs: 50, load })
  .get('any')
  .catch((failure: unknown) => findFault(failure).problem);
process.stdout.write(`${problem}\n`, () => endProcess(0));
