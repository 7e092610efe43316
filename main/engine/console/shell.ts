import type { KeychainReport } from '#shared/contract/shell.ts';
import type { EngineHost } from '../host.ts';
import { os } from './base.ts';

export function shellProcedures(host: EngineHost, onKeychain: () => Promise<KeychainReport>) {
  return {
    capabilities: os.shell.capabilities.handler(() => host.capabilities()),
    recheckKeychain: os.shell.recheckKeychain.handler(() => onKeychain()),
  };
}
