import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

/**
 * What the packaged program cannot be turned into by who starts it. Every fuse of the runtime is named: one that a newer Electron
 * brings fails the build until it is decided here. `electronFuses` of electron-builder is not used, as it knows fewer of them.
 */
const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  // There are no cookies; on macOS it would ask for the keychain.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The screen is served by a scheme of its own, never by file://.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // WasmTrapHandlers, which versions of the library before 2.1 have no name for.
  8: true,
} as const;

/** As `electron-builder.yml` names them. */
const executables: ReadonlyMap<string, string> = new Map([
  ['darwin', 'Perito.app'],
  ['win32', 'Perito.exe'],
  ['linux', 'perito'],
]);

/** electron-builder calls it with each packed directory, before that is signed. Rejects where a fuse is not decided. */
export default async function setFuses({
  appOutDir,
  electronPlatformName,
}: Pick<AfterPackContext, 'appOutDir' | 'electronPlatformName'>): Promise<void> {
  const executable = executables.get(electronPlatformName);
  if (executable === undefined) throw new Error(`Perito is not packaged for ${electronPlatformName}.`);
  // Apple's processors start no program whose bytes are not those of its signature; one that is signed afterwards is none the worse.
  const resetAdHocDarwinSignature = electronPlatformName === 'darwin' && process.platform === 'darwin';
  await flipFuses(join(appOutDir, executable), { ...fuses, resetAdHocDarwinSignature });
}
