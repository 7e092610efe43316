import { forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';
import { createHost } from '../../main/shell/host.ts';
import { openSecretStore } from '../../main/shell/secret-store.ts';

/** A host with no keychain, whose passages are told apart by their words. */
export async function quietHost() {
  const secrets = openSecretStore({
    check: async () => ({ state: 'absent', problem: 'noService', detail: 'none in this test' }),
    get: () => Promise.reject(new Error('absent')),
    set: () => Promise.reject(new Error('absent')),
    remove: () => Promise.reject(new Error('absent')),
  });
  const host = createHost(
    secrets,
    {
      handOver: async () => ({ way: 'page', path: '/secret/over', validSeconds: 60 }),
      collect: async (ticket) => ({ way: 'page', path: `/secret/${ticket}`, validSeconds: 60 }),
    },
    {
      clipboard: 'inBrowser',
      secretPage: null,
      notifications: 'inBrowser',
      tray: 'inBrowser',
      startAtLogin: 'notBuilt',
      keepAwake: 'inBrowser',
    },
    openFileExaminer((entry) => forkExaminer(entry)),
  );
  return { host, secrets };
}
