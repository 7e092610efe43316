/**
 * Newer versions of Perito: looked for in a feed, offered, fetched where a person says so, and installed once nothing stands
 * against ending the program.
 */
import type { UpdateAct, UpdateBlocker, UpdatesState } from '#shared/contract/desktop.ts';
import type { Clock } from '../../engine/clock.ts';
import type { HttpsGet } from '../../engine/https-get.ts';
import type { KeptPreferences } from '../preferences.ts';
import { downloadOffer, forgetDownloads } from './download.ts';
import { askFeed, asUpdateFailure, type Offer, UpdateFailure } from './feed.ts';
import type { Installer } from './installer.ts';
import type { UpdateSource } from './update-source.ts';

export interface Updates {
  state(): UpdatesState;
  /** Asks the feed now; nothing where something is fetched or installed already. Never rejects. */
  check(): Promise<UpdatesState>;
  act(request: { version: string; act: UpdateAct }): UpdatesState;
  /** Empty for nowhere, null for the address of the package. */
  setFeed(feed: string | null): UpdatesState;
  /** What is called after each change but those of how much is fetched. */
  onChange(listener: () => void): void;
  /**
   * What is to be done instead of ending the program, once everything is closed: null where nothing is to be installed.
   */
  installation(): ((onFailure: (cause: unknown) => void) => void) | null;
  /** Ends what it does. */
  close(): void;
}

export interface UpdatesOptions {
  /** Of this program. */
  version: string;
  source: UpdateSource | null;
  preferences: KeptPreferences;
  installer: Installer | null;
  isByHand: boolean;
  /** Where what was fetched in part is kept. */
  folder: string;
  get: HttpsGet;
  clock: Clock;
  /** What stands against ending the program; never rejects. */
  blockers(): Promise<UpdateBlocker[]>;
  /** Ends the program in order, which asks for `installation` in the end. */
  quit(): void;
}

/** A start has other things to do first. */
const firstCheckMs = 5 * 60_000;
const nextCheckMs = 24 * 3_600_000;
/** How often it is looked whether something still stands against ending the program. */
const lookMs = 1000;

/** Begins to look for newer versions, where the package brings a feed. */
export function openUpdates(options: UpdatesOptions): Updates {
  return new FollowedFeed(options);
}

class FollowedFeed implements Updates {
  readonly #options: UpdatesOptions;
  #listener = () => {};
  #state: Exclude<UpdatesState['state'], 'declined'> = 'none';
  #offer: Offer | null = null;
  #received = 0;
  #checkedAt: string | null = null;
  #failure: UpdatesState['failure'] = null;
  #waitsFor: UpdateBlocker[] = [];
  #isForQuit = false;
  #file: string | null = null;
  #ended = new AbortController();
  #download: AbortController | null = null;
  #cancelTimer = () => {};
  #cancelLook = () => {};

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#noteInstalled();
    if (options.source !== null) this.#checkAfter(firstCheckMs);
  }

  /** What became of the installer that the program before this one started. */
  #noteInstalled(): void {
    const { preferences, version } = this.#options;
    const { installingVersion } = preferences.now();
    if (installingVersion === null) return;
    preferences.change({ installingVersion: null });
    if (installingVersion === version) void forgetDownloads(this.#options.folder);
    else this.#fail(new UpdateFailure('notInstalled', `${installingVersion} was to be installed.`));
  }

  get #feed(): string | null {
    const { source, preferences } = this.#options;
    if (source === null) return null;
    const { updateFeed } = preferences.now();
    return updateFeed === null ? source.feed : updateFeed === '' ? null : updateFeed;
  }

  state(): UpdatesState {
    const { version, source, preferences, isByHand } = this.#options;
    const offer = this.#offer;
    const isDeclined =
      offer !== null && this.#state === 'available' && preferences.now().declinedVersion === offer.version;
    return {
      off: source === null ? 'notBuiltIn' : this.#feed === null ? 'noFeed' : null,
      version,
      feed: this.#feed,
      usualFeed: source?.feed ?? null,
      state: isDeclined ? 'declined' : this.#state,
      offer: offer && {
        ...{ version: offer.version, notes: offer.notes, releasedAt: offer.releasedAt },
        bytes: offer.file.size,
      },
      received: this.#received,
      checkedAt: this.#checkedAt,
      failure: this.#failure,
      waitsFor: this.#waitsFor,
      isForQuit: this.#isForQuit,
      file: this.#file,
      isByHand,
    };
  }

  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  async check(): Promise<UpdatesState> {
    const { source, installer, get, version, clock } = this.#options;
    const address = this.#feed;
    if (source === null || installer === null || address === null) return this.state();
    const before = this.#state;
    if (before !== 'none' && before !== 'available' && before !== 'ready') return this.state();
    this.#become('checking');
    const { signal } = this.#ended;
    try {
      const offer = await askFeed({ address, publicKey: source.publicKey, get }, installer.wanted, signal);
      if (signal.aborted) return this.state();
      this.#checkedAt = new Date(clock.now()).toISOString();
      this.#failure = null;
      // An older one stays what it is, however well it is signed.
      const isNewer = isLater(offer.version, version);
      if (before === 'ready' && offer.file.sha512 === this.#offer?.file.sha512) this.#become('ready');
      else {
        this.#offer = isNewer ? offer : null;
        this.#isForQuit = false;
        this.#received = 0;
        this.#file = null;
        this.#become(isNewer ? 'available' : 'none');
      }
    } catch (failure) {
      // Another feed was named meanwhile: what this one failed with says nothing of that.
      if (signal.aborted) return this.state();
      this.#fail(asUpdateFailure(failure));
      this.#become(before);
    }
    return this.state();
  }

  act({ version, act }: { version: string; act: UpdateAct }): UpdatesState {
    const offer = this.#offer;
    if (offer?.version === version) this.#acts[act](offer);
    return this.state();
  }

  readonly #acts: Readonly<Record<UpdateAct, (offer: Offer) => void>> = {
    download: (offer) => {
      if (this.#state === 'available') void this.#fetch(offer);
    },
    stop: () => this.#download?.abort(),
    decline: ({ version }) => {
      if (this.#state !== 'available' && this.#state !== 'ready') return;
      this.#isForQuit = false;
      this.#options.preferences.change({ declinedVersion: version });
      this.#become('available');
    },
    remind: () => {
      this.#options.preferences.change({ declinedVersion: null });
      this.#listener();
    },
    installNow: (offer) => {
      if (this.#state !== 'ready' || this.#options.isByHand) return;
      this.#become('waiting');
      void this.#installWhenFree(offer);
    },
    installAtQuit: () => {
      if (this.#state !== 'ready' || this.#options.isByHand) return;
      this.#isForQuit = true;
      this.#listener();
    },
    notNow: () => {
      this.#isForQuit = false;
      this.#waitsFor = [];
      this.#cancelLook();
      if (this.#state === 'waiting') this.#become('ready');
      else this.#listener();
    },
  };

  setFeed(feed: string | null): UpdatesState {
    const { source, preferences } = this.#options;
    if (source === null || this.#state === 'installing') return this.state();
    preferences.change({ updateFeed: feed });
    // What another feed offered counts for nothing; who is being asked is not listened to any more.
    this.#ended.abort();
    this.#ended = new AbortController();
    this.#cancelLook();
    this.#offer = null;
    this.#failure = null;
    this.#checkedAt = null;
    this.#received = 0;
    this.#waitsFor = [];
    this.#isForQuit = false;
    this.#file = null;
    this.#become('none');
    return this.state();
  }

  installation(): ((onFailure: (cause: unknown) => void) => void) | null {
    const { installer, preferences } = this.#options;
    const offer = this.#offer;
    const isOpenedAgain = this.#state === 'installing';
    if (installer === null || offer === null) return null;
    if (!isOpenedAgain && !(this.#isForQuit && this.#state === 'ready')) return null;
    return (onFailure) => {
      preferences.change({ installingVersion: offer.version });
      installer.install({ isOpenedAgain, onFailure });
    };
  }

  close(): void {
    this.#ended.abort();
    this.#cancelTimer();
    this.#cancelLook();
  }

  #checkAfter(milliseconds: number): void {
    this.#cancelTimer = this.#options.clock.after(milliseconds, () => {
      void this.check().then(() => this.#checkAfter(nextCheckMs));
    });
  }

  async #fetch(offer: Offer): Promise<void> {
    const { installer, get, folder, preferences } = this.#options;
    const stopped = new AbortController();
    this.#download = stopped;
    const signal = AbortSignal.any([this.#ended.signal, stopped.signal]);
    this.#failure = null;
    preferences.change({ declinedVersion: null });
    this.#become('downloading');
    const onReceived = (bytes: number) => {
      this.#received = bytes;
    };
    try {
      const fetch = (destination: string) =>
        downloadOffer({ get, offer, folder, signal, onReceived }, destination);
      const file = (await installer?.prepare(offer, fetch)) ?? null;
      if (this.#offer !== offer) return;
      this.#file = file;
      this.#received = offer.file.size;
      this.#become('ready');
    } catch (failure) {
      if (this.#offer !== offer) return;
      if (!stopped.signal.aborted) this.#fail(asUpdateFailure(failure));
      this.#become('available');
    } finally {
      if (this.#download === stopped) this.#download = null;
    }
  }

  async #installWhenFree(offer: Offer): Promise<void> {
    const blockers = await this.#options.blockers();
    if (this.#offer !== offer || this.#state !== 'waiting') return;
    const isChanged = blockers.join() !== this.#waitsFor.join();
    this.#waitsFor = blockers;
    if (blockers.length === 0) {
      this.#become('installing');
      this.#options.quit();
      return;
    }
    if (isChanged) this.#listener();
    this.#cancelLook = this.#options.clock.after(lookMs, () => void this.#installWhenFree(offer));
  }

  #fail({ code, message }: UpdateFailure): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    this.#failure = { code, detail: message.slice(0, 1000), at };
  }

  #become(state: Exclude<UpdatesState['state'], 'declined'>): void {
    this.#state = state;
    this.#listener();
  }
}

/** Of two versions of three numbers. */
function isLater(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  );
  for (const index of [0, 1, 2]) {
    const [a = 0, b = 0] = [one?.[index], other?.[index]];
    if (a !== b) return a > b;
  }
  return false;
}
