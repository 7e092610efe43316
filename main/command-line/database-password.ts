/** The password of the database, for whatever a command does with its server. */
import { parseArgs } from 'node:util';
import { holdPasswordOf } from '../engine/database-password.ts';
import { defaultDataDir } from '../shell/process.ts';
import type { CommandRun } from './command.ts';
import { takeDatabasePassword } from './credentials.ts';

/**
 * Takes it from the credential of the service, or from the keychain where the data directory of a command is on a server. Throws a
 * `UsageProblem` where the credential is there and cannot be read.
 */
export async function findDatabasePassword({
  arguments: given,
  environment,
}: Pick<CommandRun, 'arguments' | 'environment'>): Promise<void> {
  takeDatabasePassword(environment);
  // What is wrong with them the command itself says.
  const options = { data: { type: 'string' }, database: { type: 'string' } } as const;
  const { data, database } = parseArgs({ args: given, options, strict: false }).values;
  const where = {
    dataDir: typeof data === 'string' ? data : defaultDataDir(),
    database: typeof database === 'string' ? database : undefined,
  };
  await holdPasswordOf(where, async (account) => {
    const { openKeychain } = await import('../keychain/keychain.ts');
    return openKeychain().get(account);
  });
}
