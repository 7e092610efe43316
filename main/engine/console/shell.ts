import type { KeychainReport } from '#shared/contract/shell.ts';
import type { EngineHost } from '../host.ts';
import { os } from './base.ts';

export function shellProcedures(host: EngineHost, onKeychain: () => Promise<KeychainReport>) {
  return {
    capabilities: os.shell.capabilities.handler(() => host.capabilities()),
    recheckKeychain: os.shell.recheckKeychain.handler(() => onKeychain()),
    openSampleData: os.shell.openSampleData.handler(async ({ errors }) => {
      const url = await host.openSampleData();
      if (url !== null) return { url };
      const lacked = (await host.capabilities()).find(({ name }) => name === 'sampleData');
      throw errors.NOT_CAPABLE({ data: { capability: 'sampleData', reason: lacked?.reason ?? 'notBuilt' } });
    }),
  };
}
