/**
 * Installing what was fetched, by electron-updater, which knows how each system does it and looks at the system's own signature
 * of the file. It asks and fetches nothing by itself: the offer was verified before, and the file comes from `download.ts`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { type Offer, UpdateFailure, type WantedPackage } from './feed.ts';

export interface Installer {
  readonly wanted: WantedPackage;
  /**
   * Has the file fetched to where the system's way of installing expects it, unless it lies there already; its path where a
   * person has to install it.
   */
  prepare(offer: Offer, fetch: (destination: string) => Promise<void>): Promise<string | null>;
  /**
   * Begins to install what was prepared last, once nothing of Perito is open any more, and quits. `onFailure` where that
   * cannot be begun.
   */
  install(options: { isOpenedAgain: boolean; onFailure: (cause: unknown) => void }): void;
}

/**
 * How this installation gets a newer version: Windows, macOS and an AppImage by the program; a Debian package by a person, since
 * only an administrator may, and who asks for that right out of a program in a person's session asks for too much.
 */
export function wantedPackage(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): WantedPackage & { isByHand: boolean } {
  const { arch } = process;
  if (platform === 'win32') return { platform, arch, extension: 'exe', isByHand: false };
  if (platform === 'darwin') return { platform, arch, extension: 'zip', isByHand: false };
  const isAppImage = environment['APPIMAGE'] !== undefined;
  return { platform, arch, extension: isAppImage ? 'AppImage' : 'deb', isByHand: !isAppImage };
}

/** Of the folder in which the file is left. */
export function installerByHand(wanted: WantedPackage, folder: string): Installer {
  return {
    wanted,
    async prepare(offer, fetch) {
      const file = join(folder, offer.file.url);
      await fetch(file);
      return file;
    },
    install({ onFailure }) {
      onFailure(new Error('This package is installed by hand.'));
    },
  };
}

/** What electron-updater needs beside it (`app-update.yml`), which electron-builder leaves where a package has a feed. */
const configurationOf = (resources: string): string => join(resources, 'app-update.yml');

/** `resources`: the folder of the package's own files. */
export function installerOfSystem(wanted: WantedPackage, resources: string): Installer {
  const opened = open(resources);
  return {
    wanted,
    async prepare(offer, fetch) {
      const { prepare } = await opened;
      await prepare(offer, fetch);
      return null;
    },
    install({ isOpenedAgain, onFailure }) {
      opened.then(({ updater }) => {
        updater.once('error', onFailure);
        // With no question: the person was asked already. Windows asks for an administrator by itself.
        updater.quitAndInstall(true, isOpenedAgain);
      }, onFailure);
    },
  };
}

async function open(resources: string) {
  // Loaded only where there is something to update: it brings a few hundred kilobytes.
  const { autoUpdater: updater, Provider } = await import('electron-updater').then(
    (module) => module.default,
  );
  let current: { info: UpdateInfo; file: ResolvedUpdateFileInfo } | null = null;
  const present = () => {
    if (current === null) throw new Error('Nothing was offered.');
    return current;
  };
  class VerifiedOffer extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    override getLatestVersion = () => Promise.resolve(present().info);
    override resolveFiles = () => [present().file];
  }
  Object.assign(updater, {
    logger: null,
    autoDownload: false,
    // Only once the engine is closed, and only where a person said so.
    autoInstallOnAppQuit: false,
    allowPrerelease: false,
    allowDowngrade: false,
    disableWebInstaller: true,
    disableDifferentialDownload: true,
  });
  updater.setFeedURL({ provider: 'custom', updateProvider: VerifiedOffer });
  // Its failures are those of the calls as well.
  updater.on('error', () => {});
  if (!existsSync(configurationOf(resources)))
    throw new UpdateFailure('notInstalled', 'The package has no app-update.yml.');
  return {
    updater,
    async prepare(offer: Offer, fetch: (destination: string) => Promise<void>) {
      const { version, releasedAt: releaseDate, url } = offer;
      const { isAdminRightsRequired = false, ...named } = offer.file;
      const file = { ...named, isAdminRightsRequired };
      current = {
        info: { version, releaseDate, files: [file], path: file.url, sha512: file.sha512 },
        file: { url, info: file },
      };
      Object.assign(updater, {
        httpExecutor: { download: (_url: URL, destination: string) => fetch(destination) },
      });
      const found = await updater.checkForUpdates();
      if (found?.isUpdateAvailable !== true)
        throw new UpdateFailure(
          'notInstalled',
          `electron-updater does not take ${version} for a newer version.`,
        );
      await updater.downloadUpdate();
    },
  };
}
