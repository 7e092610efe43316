/**
 * Stands in for the `electron` module, whose runtime these tests do not have. It does what Electron 45's documentation and source
 * say, also where that is awkward: what is asked before the app is ready throws, a destroyed window throws, a failed load rejects,
 * a notification that nobody keeps is forgotten. It records what the desktop sets, and lets a test act as the system or a person.
 * Typed only as far as the desktop uses it.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageChannel, MessagePort } from 'node:worker_threads';
import { forked, utilityProcess as realUtilityProcess } from './utility-process.ts';

/** As the first argument of Electron's events. */
interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

function preventable<More extends object>(more: More): PreventableEvent & More {
  const event = {
    ...more,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

const needReady = (what: string) => {
  if (!app.isReady()) throw new Error(`${what} before app is ready`);
};

/** Its switches are what Chromium takes for some: `--name=value` and `--name`, never `--name value`. */
class CommandLine {
  readonly #switches: () => Record<string, string>;
  constructor(switches: () => Record<string, string>) {
    this.#switches = switches;
  }
  getSwitchValue = (name: string) => this.#switches()[name] ?? '';
  hasSwitch = (name: string) => Object.hasOwn(this.#switches(), name);
  appendSwitch = (name: string, value = '') => {
    this.#switches()[name] = value;
  };
  appendArgument = (_argument: string) => {};
  removeSwitch = (name: string) => {
    delete this.#switches()[name];
  };
}

/** What a process needs of the system to be the only one; tests of one process give none. */
interface InstanceLock {
  /** False also where its place cannot be written, which Electron does not tell apart. */
  take(userData: string, onSecond: (argv: string[], workingDirectory: string) => void): boolean;
  release(): void;
}

const pathNames = [
  'home',
  'appData',
  'userData',
  'sessionData',
  'temp',
  'exe',
  'desktop',
  'documents',
  'downloads',
  'logs',
  'crashDumps',
];

class App extends EventEmitter {
  isPackaged = true;
  paths: Record<string, string> = {};
  switches: Record<string, string> = {};
  /** Whether the lock is to be had, where no `lock` of the system stands behind it. */
  gotLock = true;
  lock: InstanceLock | null = null;
  sandboxed = false;
  /** How often it went through to the end, and the codes of the ends that asked nobody. */
  quits = 0;
  exits: number[] = [];
  locale = 'es-DO';
  userModelId = '';
  toastActivatorCLSID = '';
  desktopName = '';
  loginItem: Record<string, unknown> = { openAtLogin: false };
  relaunches: unknown[] = [];
  commandLine = new CommandLine(() => this.switches);
  dock: undefined = undefined;
  /** What ends a real process; in a test there is none. */
  onEnd: (exitCode: number) => void = () => {};
  #isReady = true;
  #ready = Promise.withResolvers<void>();
  #isQuitting = false;
  #isExiting = false;
  #exitCode = 0;
  /** Whether somebody else says when it is ready; otherwise it is so a turn after it was asked for. */
  isReadyHeld = false;

  /** As a new process, before it is ready: what was set and registered is gone. */
  startAgain({ isReady = false } = {}): void {
    this.removeAllListeners();
    Object.assign(this, {
      paths: {},
      switches: {},
      gotLock: true,
      sandboxed: false,
      quits: 0,
      locale: 'es-DO',
    });
    Object.assign(this, { userModelId: '', toastActivatorCLSID: '', loginItem: { openAtLogin: false } });
    this.exits.length = 0;
    this.relaunches.length = 0;
    this.isReadyHeld = false;
    this.#isReady = isReady;
    this.#ready = Promise.withResolvers();
    this.#isQuitting = false;
    this.#isExiting = false;
    ipcMain.removeAllListeners();
    powerMonitor.removeAllListeners();
    nativeTheme.removeAllListeners();
    for (const known of sessions.values()) {
      known.removeAllListeners();
      for (const name of Object.keys(known.handlers)) delete known.handlers[name];
    }
    protocol.privileged = [];
    BrowserWindow.all.length = 0;
    Tray.made.length = 0;
    Notification.shown.length = 0;
    Object.assign(Notification, { failure: null });
    dialog.boxes.length = 0;
    dialog.messages.length = 0;
    powerSaveBlocker.started.clear();
    shell.opened.length = 0;
    Menu.template = [];
  }

  becomeReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#ready.resolve();
    this.emit('will-finish-launching');
    this.emit('ready', {}, {});
  }

  isReady = () => this.#isReady;
  whenReady = () => {
    if (this.#isReady) return Promise.resolve();
    if (!this.isReadyHeld) setImmediate(() => this.becomeReady());
    return this.#ready.promise;
  };
  /** Empty until the app is ready. */
  getLocale = () => (this.#isReady ? this.locale : '');
  getSystemLocale = () => {
    needReady('app.getSystemLocale() cannot be called');
    return this.locale;
  };
  getPreferredSystemLanguages = () => [this.locale];
  getName = () => 'Perito';
  getVersion = () => '0.1.0';
  /** Of the program's own files; a packaged one has its `package.json` there. */
  appPath = process.cwd();
  getAppPath = () => this.appPath;
  enableSandbox = () => {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.sandboxed = true;
  };
  setAppUserModelId = (id: string) => {
    this.userModelId = id;
  };
  setToastActivatorCLSID = (id: string) => {
    this.toastActivatorCLSID = id;
  };
  setDesktopName = (name: string) => {
    this.desktopName = name;
  };
  setPath = (name: string, path: string) => {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (!pathNames.includes(name)) throw new Error('Failed to set path');
    this.paths[name] = path;
  };
  getPath = (name: string): string => {
    if (!pathNames.includes(name)) throw new Error(`Failed to get '${name}' path`);
    const given = this.paths[name];
    if (given !== undefined) return given;
    if (name === 'sessionData') return this.getPath('userData');
    if (name === 'userData') return join(this.getPath('appData'), 'Perito');
    if (name === 'appData') return join(homedir(), '.config');
    if (name === 'exe') return process.execPath;
    return name === 'temp' ? tmpdir() : homedir();
  };
  requestSingleInstanceLock = () => {
    if (this.lock !== null) return this.lock.take(this.getPath('userData'), this.comeAgain);
    const given = this.paths['userData'];
    return this.gotLock && (given === undefined || canBeMade(given));
  };
  hasSingleInstanceLock = () => this.gotLock;
  releaseSingleInstanceLock = () => this.lock?.release();
  /** A second start of the program, as the first hears of it: never before it is ready, and lost where nobody listens. */
  comeAgain = (argv: string[] = ['perito'], workingDirectory: string = process.cwd()) => {
    const tell = () => this.emit('second-instance', {}, argv, workingDirectory, {});
    if (this.#isReady) tell();
    else this.once('ready', tell);
  };
  setLoginItemSettings = (settings: Record<string, unknown>) => {
    this.loginItem = { ...settings };
  };
  getLoginItemSettings = () => ({ openAtLogin: false, wasOpenedAtLogin: false, ...this.loginItem });
  relaunch = (options: unknown = {}) => {
    this.relaunches.push(options);
  };
  focus = () => {};

  /** Asks, closes the windows, which may refuse, and ends; asked again meanwhile it does nothing. */
  quit = () => {
    if (this.#isQuitting) return;
    const event = preventable({});
    this.#isQuitting = true;
    this.emit('before-quit', event);
    if (event.defaultPrevented) {
      this.#isQuitting = false;
      return;
    }
    const open = BrowserWindow.getAllWindows();
    if (open.length === 0) this.#endUnlessPrevented();
    else for (const window of open) window.close();
  };
  /** Asks nobody: of all events only `quit` comes, and `closed` of each window. */
  exit = (code = 0) => {
    this.#isQuitting = true;
    this.#isExiting = true;
    this.#exitCode = code;
    this.exits.push(code);
    const open = BrowserWindow.getAllWindows();
    for (const window of open) window.destroy();
    if (open.length === 0) this.#end();
  };
  /** Tells what became of a window; not part of Electron. */
  noteWindowClosed(): void {
    if (BrowserWindow.getAllWindows().length > 0) return;
    if (this.#isExiting) this.#end();
    else if (this.#isQuitting) this.#endUnlessPrevented();
    else if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }
  noteCloseRefused(): void {
    this.#isQuitting = false;
  }
  #endUnlessPrevented(): void {
    const event = preventable({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else this.#end();
  }
  #end(): void {
    if (!this.#isExiting) this.quits += 1;
    this.emit('quit', preventable({}), this.#exitCode);
    this.#isQuitting = false;
    this.#isExiting = false;
    this.onEnd(this.#exitCode);
  }
}

function canBeMade(folder: string): boolean {
  try {
    return mkdirSync(folder, { recursive: true }) !== null;
  } catch {
    return false;
  }
}

/** A page behind a window. Where tests have none, a window only remembers what it should load. */
export interface WindowPage {
  /** Rejects with an `ERR_…` where it cannot be loaded. */
  load(address: string): Promise<void>;
  reload(): void;
  /** Ends its process. */
  crash(): void;
  execute(script: string): Promise<unknown>;
  /** Whether it went: a page may refuse by its `beforeunload`. */
  leave(): Promise<boolean>;
  close(): void;
}

type OpenHandler = (details: { url: string }) => { action: string };

export class WebContents extends EventEmitter {
  static #last = 0;
  readonly id = ++WebContents.#last;
  url = '';
  mainFrame = { url: '' };
  reloads = 0;
  openHandler: OpenHandler = () => ({ action: 'allow' });
  scripts: string[] = [];
  session = session.fromPartition('');
  page: WindowPage | null = null;
  isGone = false;
  /** Why an address cannot be loaded; null of one that can. */
  static failureOf: (address: string) => { code: string; errno: number } | null = () => null;
  #loads = 0;

  getURL = () => this.url;
  isDestroyed = () => this.isGone;
  executeJavaScript = async (script: string): Promise<unknown> => {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.scripts.push(script);
    return this.page?.execute(script);
  };
  reload = () => {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.reloads += 1;
    this.page?.reload();
  };
  forcefullyCrashRenderer = () => this.page?.crash();
  setWindowOpenHandler = (handler: OpenHandler) => {
    this.openHandler = handler;
  };
  /** Its rejection is not unhandled where nobody looks at it. */
  loadURL = (address: string): Promise<void> => {
    const loading = this.#load(address);
    loading.catch(() => {});
    return loading;
  };
  async #load(address: string): Promise<void> {
    const load = ++this.#loads;
    this.url = address;
    this.mainFrame.url = address;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isGone || load !== this.#loads) throw loadError('ERR_ABORTED', -3, address);
    const failure = WebContents.failureOf(address);
    if (failure !== null) {
      this.emit('did-fail-load', {}, failure.errno, failure.code, address, true, 1, 1);
      throw loadError(failure.code, failure.errno, address);
    }
    if (this.page !== null) await this.page.load(address);
    if (this.isGone) throw loadError('ERR_ABORTED', -3, address);
    this.emit('did-finish-load');
  }
}

export const loadError = (code: string, errno: number, url: string) =>
  Object.assign(new Error(`${code} (${errno}) loading '${url.slice(0, 200)}'`), { code, errno, url });

class BrowserWindow extends EventEmitter {
  /** Every one that was made, also those that are gone. */
  static all: BrowserWindow[] = [];
  static getAllWindows = () => BrowserWindow.all.filter(({ destroyed }) => !destroyed);
  static getFocusedWindow = () => BrowserWindow.getAllWindows().at(-1) ?? null;
  static fromWebContents = (contents: WebContents) =>
    BrowserWindow.getAllWindows().find((window) => window.contents === contents) ?? null;
  /** Gives each new window a page of its own. */
  static openPage: ((window: BrowserWindow) => WindowPage) | null = null;
  static #last = 0;
  readonly id = ++BrowserWindow.#last;
  options: Record<string, unknown>;
  /** For tests, which may look at what is gone. */
  contents = new WebContents();
  loaded: string[] = [];
  shown = 0;
  focused = 0;
  blurred = false;
  minimized = false;
  visible: boolean;
  destroyed = false;
  progress: number[] = [];
  title: string;
  constructor(options: Record<string, unknown> = {}) {
    super();
    needReady('Cannot create BrowserWindow');
    this.options = options;
    this.visible = options['show'] !== false;
    this.title = String(options['title'] ?? 'Perito');
    BrowserWindow.all.push(this);
    this.contents.page = BrowserWindow.openPage?.(this) ?? null;
    app.emit('web-contents-created', {}, this.contents);
    app.emit('browser-window-created', {}, this);
    this.contents.once('did-finish-load', () => {
      if (!this.destroyed) this.emit('ready-to-show');
    });
  }
  get webContents(): WebContents {
    this.#alive();
    return this.contents;
  }
  #alive(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
  }
  loadURL = (address: string): Promise<void> => {
    this.#alive();
    this.loaded.push(address);
    return this.contents.loadURL(address);
  };
  show = () => {
    this.#alive();
    this.shown += 1;
    this.visible = true;
    this.emit('show');
  };
  showInactive = () => this.show();
  hide = () => {
    this.#alive();
    this.visible = false;
    this.emit('hide');
  };
  isVisible = () => {
    this.#alive();
    return this.visible;
  };
  focus = () => {
    this.#alive();
    this.focused += 1;
    this.blurred = false;
  };
  isFocused = () => {
    this.#alive();
    return this.visible && !this.blurred;
  };
  blur = () => {
    this.#alive();
    this.blurred = true;
  };
  minimize = () => {
    this.#alive();
    this.minimized = true;
  };
  isMinimized = () => {
    this.#alive();
    return this.minimized;
  };
  restore = () => {
    this.#alive();
    this.minimized = false;
  };
  setProgressBar = (share: number) => {
    this.#alive();
    this.progress.push(share);
  };
  setTitle = (title: string) => {
    this.#alive();
    this.title = title;
  };
  getTitle = () => {
    this.#alive();
    return this.title;
  };
  setIcon = () => this.#alive();
  flashFrame = () => this.#alive();
  isDestroyed = () => this.destroyed;
  /** As its button: whoever listens may refuse, and so may the page. */
  close = () => {
    this.#alive();
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented) return app.noteCloseRefused();
    const { page } = this.contents;
    if (page === null) return this.destroy();
    void page.leave().then((hasLeft) => {
      if (this.destroyed) return;
      if (hasLeft || this.#mayUnload()) this.destroy();
      else app.noteCloseRefused();
    });
  };
  /** A page that would stay stays, unless the event is prevented. */
  #mayUnload(): boolean {
    const event = preventable({});
    this.contents.emit('will-prevent-unload', event);
    return event.defaultPrevented;
  }
  /** Asks nobody. */
  destroy = () => {
    if (this.destroyed) return;
    this.destroyed = true;
    this.contents.isGone = true;
    this.contents.page?.close();
    this.contents.emit('destroyed');
    this.emit('closed');
    app.noteWindowClosed();
  };
}

type Handler = (...given: never[]) => unknown;

function standInSession() {
  const handlers: Record<string, Handler> = {};
  const set = (name: string) => (handler: Handler) => {
    handlers[name] = handler;
  };
  return Object.assign(new EventEmitter(), {
    handlers,
    protocol: {
      handle: (scheme: string, handler: Handler) => {
        if (handlers[`protocol ${scheme}`]) throw new Error(`Failed to register protocol: ${scheme}`);
        handlers[`protocol ${scheme}`] = handler;
      },
      unhandle: (scheme: string) => {
        delete handlers[`protocol ${scheme}`];
      },
      isProtocolHandled: (scheme: string) => handlers[`protocol ${scheme}`] !== undefined,
    },
    webRequest: { onBeforeRequest: set('request') },
    setPermissionRequestHandler: set('permissionRequest'),
    setPermissionCheckHandler: set('permissionCheck'),
    setDevicePermissionHandler: set('device'),
    setDisplayMediaRequestHandler: set('displayMedia'),
    /** As a page asks for an address of its own: Chromium sends no `Sec-Fetch-…` with such a scheme. */
    askAsPage: async (address: string, init: RequestInit = {}): Promise<Response> => {
      const { protocol: scheme } = new URL(address);
      const headers = new Headers(init.headers);
      for (const name of [...headers.keys()]) if (name.startsWith('sec-')) headers.delete(name);
      const handler = handlers[`protocol ${scheme.slice(0, -1)}`] as
        | ((request: Request) => Promise<Response>)
        | undefined;
      if (handler === undefined) throw loadError('ERR_UNKNOWN_URL_SCHEME', -302, address);
      return handler(new Request(address, { redirect: 'manual', ...init, headers }));
    },
  });
}

const sessions = new Map<string, ReturnType<typeof standInSession>>();
export const session = {
  get defaultSession() {
    return session.fromPartition('');
  },
  fromPartition(partition: string) {
    if (!app.isReady()) throw new Error('Session can only be received when app is ready');
    const found = sessions.get(partition) ?? standInSession();
    sessions.set(partition, found);
    return found;
  },
};

/** One that was shown, as a person sees it: what it does when it is clicked depends on whether the program still has it. */
interface ShownNotification {
  options: { title: string; body: string };
  emit(event: string, ...given: unknown[]): boolean;
}

class Notification extends EventEmitter {
  static shown: ShownNotification[] = [];
  static told = new EventEmitter();
  static isSupported = () => true;
  /** Why the system shows none; null where it does. */
  static failure: string | null = null;
  options: { title: string; body: string };
  isShown = false;
  constructor(options: { title: string; body: string }) {
    super();
    this.options = options;
  }
  show = () => {
    this.isShown = true;
    if (Notification.failure !== null) {
      const text = Notification.failure;
      setImmediate(() => this.emit('failed', {}, text));
      return;
    }
    Notification.shown.push(weakly(this));
    this.emit('show', {});
    Notification.told.emit('shown');
  };
  close = () => {
    if (!this.isShown) return;
    this.isShown = false;
    this.emit('close', {});
  };
}

/** Outside of the class, so that it holds on to nothing of it. */
function weakly(shown: Notification): ShownNotification {
  const { options } = shown;
  const kept = new WeakRef(shown);
  return { options, emit: (event, ...given) => kept.deref()?.emit(event, ...given) ?? false };
}

/** Collects what nobody keeps, as happens to any program that runs for a while. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What a weak reference led to stays until the end of the turn.
  await new Promise((resolve) => setTimeout(resolve));
  collect();
}

interface NativeImage {
  path: string;
  isTemplate: boolean;
  isEmpty(): boolean;
  setTemplateImage(isTemplate: boolean): void;
  isTemplateImage(): boolean;
  addRepresentation(): void;
  resize(): NativeImage;
}
function image(path: string, isEmpty: boolean): NativeImage {
  const made: NativeImage = {
    ...{ path, isTemplate: /Template(@\dx)?\.png$/.test(path) },
    isEmpty: () => isEmpty,
    setTemplateImage(isTemplate) {
      made.isTemplate = isTemplate;
    },
    isTemplateImage: () => made.isTemplate,
    addRepresentation() {},
    resize: () => made,
  };
  return made;
}
/** An image that cannot be read is empty, and nobody is told. */
export const nativeImage = {
  createEmpty: () => image('', true),
  createFromPath: (path: string) => image(path, !existsSync(path)),
  createFromBuffer: (bytes: Buffer) => image('', bytes.length === 0),
  createFromDataURL: (address: string) => image(address, !address.startsWith('data:image/')),
};

class Tray extends EventEmitter {
  /** What was made; one that nobody keeps vanishes from the system's bar. */
  static made: WeakRef<Tray>[] = [];
  static get all(): Tray[] {
    return Tray.made.flatMap((made) => made.deref() ?? []).filter(({ destroyed }) => !destroyed);
  }
  image: NativeImage;
  toolTip = '';
  title = '';
  menu: BuiltMenu | null = null;
  destroyed = false;
  constructor(given: NativeImage | string) {
    super();
    needReady('Cannot create Tray');
    this.image = imageOf(given);
    Tray.made.push(new WeakRef(this));
  }
  #alive(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
  }
  setImage = (given: NativeImage | string) => {
    this.#alive();
    this.image = imageOf(given);
  };
  setPressedImage = () => this.#alive();
  setToolTip = (text: string) => {
    this.#alive();
    this.toolTip = text;
  };
  setTitle = (text: string) => {
    this.#alive();
    this.title = text;
  };
  setContextMenu = (menu: BuiltMenu | null) => {
    this.#alive();
    this.menu = menu;
  };
  setIgnoreDoubleClickEvents = () => this.#alive();
  isDestroyed = () => this.destroyed;
  destroy = () => {
    this.destroyed = true;
  };
}

function imageOf(given: NativeImage | string): NativeImage {
  const found = typeof given === 'string' ? nativeImage.createFromPath(given) : given;
  if (typeof given === 'string' && found.isEmpty())
    throw new Error(`Failed to load image from path '${given}'`);
  return found;
}

type Template = MenuItemTemplate[];
interface MenuItemTemplate {
  id?: string;
  role?: string;
  type?: string;
  label?: string;
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  accelerator?: string;
  submenu?: Template;
  click?: (item: BuiltItem, window: unknown, event: unknown) => unknown;
}
interface BuiltItem extends Omit<MenuItemTemplate, 'submenu' | 'click'> {
  label: string;
  enabled: boolean;
  submenu: BuiltMenu | null;
  /** As a person presses it; one that is off does nothing. */
  click(): void;
}
export interface BuiltMenu {
  template: Template;
  items: BuiltItem[];
  getMenuItemById(id: string): BuiltItem | null;
  popup(): void;
}

export const Menu = {
  template: [] as Template,
  buildFromTemplate(template: Template): BuiltMenu {
    const items = template.map((given): BuiltItem => {
      const { submenu, click, ...rest } = given;
      const item: BuiltItem = {
        ...rest,
        ...{ label: given.label ?? '', enabled: given.enabled ?? true, visible: given.visible ?? true },
        submenu: submenu === undefined ? null : Menu.buildFromTemplate(submenu),
        click() {
          if (!item.enabled) return;
          if (item.type === 'checkbox') item.checked = item.checked !== true;
          click?.(item, undefined, {});
        },
      };
      return item;
    });
    return {
      ...{ template, items, popup() {} },
      getMenuItemById: (id) => items.find((item) => item.id === id) ?? null,
    };
  },
  setApplicationMenu: (menu: BuiltMenu | null) => {
    Menu.template = menu?.template ?? [];
  },
};

export const protocol = {
  privileged: [] as { scheme: string; privileges: Record<string, boolean> }[],
  registerSchemesAsPrivileged(schemes: { scheme: string; privileges: Record<string, boolean> }[]) {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    protocol.privileged = schemes;
  },
};

class IpcMain extends EventEmitter {
  readonly invoked = new Map<string, Handler>();
  handle(channel: string, handler: Handler): void {
    if (this.invoked.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.invoked.set(channel, handler);
  }
  removeHandler(channel: string): void {
    this.invoked.delete(channel);
  }
}
export const ipcMain = new IpcMain();

export const nativeTheme = Object.assign(new EventEmitter(), {
  shouldUseDarkColors: true,
  themeSource: 'system',
});

/** One entry of the clipboard, in one or more formats. */
export class ClipboardItem {
  readonly #formats: Record<string, Blob | string | Promise<Blob | string>>;
  constructor(formats: Record<string, Blob | string | Promise<Blob | string>>) {
    this.#formats = formats;
  }
  get types(): string[] {
    return Object.keys(this.#formats);
  }
  async getType(type: string): Promise<Blob> {
    const found = await this.#formats[type];
    if (found === undefined) throw new Error(`The type ${type} was not found`);
    return typeof found === 'string' ? new Blob([found], { type }) : found;
  }
}

export const clipboard = {
  /** What a person pastes. */
  text: '',
  /** Every format of what is there. */
  formats: {} as Record<string, string>,
  readText: async () => clipboard.text,
  writeText: async (text: string) => {
    clipboard.text = text;
    clipboard.formats = { 'text/plain': text };
  },
  read: async () => {
    const formats = clipboard.text === '' ? {} : { ...clipboard.formats, 'text/plain': clipboard.text };
    return Object.keys(formats).length === 0 ? [] : [new ClipboardItem(formats)];
  },
  write: async (items: ClipboardItem[]) => {
    const formats: Record<string, string> = {};
    for (const item of items)
      for (const type of item.types) formats[type] = await (await item.getType(type)).text();
    clipboard.formats = formats;
    clipboard.text = formats['text/plain'] ?? '';
  },
  has: async (type: string) => Object.hasOwn(clipboard.formats, type),
  clear: () => {
    clipboard.text = '';
    clipboard.formats = {};
  },
};

export const dialog = {
  /** What a person chooses in the next dialog for folders, and with what that was opened. */
  chosen: [] as string[],
  opened: [] as unknown[],
  showOpenDialog: async (...given: unknown[]) => {
    needReady('dialog module cannot be used');
    dialog.opened.push(given.at(-1));
    return { canceled: dialog.chosen.length === 0, filePaths: dialog.chosen };
  },
  /** May be shown before the app is ready; the program waits until it is closed. */
  boxes: [] as string[],
  told: new EventEmitter(),
  showErrorBox: (_title: string, content: string) => {
    dialog.boxes.push(content);
    dialog.told.emit('shown');
  },
  /** Questions that were put, and which button a person presses. */
  messages: [] as { message: string; detail?: string; buttons?: string[] }[],
  pressed: 0,
  showMessageBox: async (...given: unknown[]) => ({
    response: dialog.showMessageBoxSync(...given),
    checkboxChecked: false,
  }),
  showMessageBoxSync: (...given: unknown[]): number => {
    needReady('dialog module cannot be used');
    dialog.messages.push(given.at(-1) as (typeof dialog.messages)[number]);
    dialog.told.emit('asked');
    return dialog.pressed;
  },
};

export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
  getSystemIdleState: () => 'active',
  isOnBatteryPower: () => false,
  /** The system is about to shut down; true where somebody asked it to wait for the program. */
  shutDown(): boolean {
    const event = preventable({});
    powerMonitor.emit('shutdown', event);
    return event.defaultPrevented;
  },
});

/** Squirrel, which is not there on Linux: electron-updater tells it alone that it is about to quit. */
export const autoUpdater = Object.assign(new EventEmitter(), {
  setFeedURL: (_options: { url: string }) => {},
  getFeedURL: () => '',
  checkForUpdates: () => {},
  quitAndInstall: () => {},
});

export const powerSaveBlocker = {
  started: new Map<number, string>(),
  last: 0,
  start(type: string): number {
    if (type !== 'prevent-app-suspension' && type !== 'prevent-display-sleep')
      throw new TypeError(`Error processing argument at index 0, conversion failure from ${type}`);
    powerSaveBlocker.last += 1;
    powerSaveBlocker.started.set(powerSaveBlocker.last, type);
    return powerSaveBlocker.last;
  },
  stop: (id: number) => powerSaveBlocker.started.delete(id),
  isStarted: (id: number) => powerSaveBlocker.started.has(id),
};

/** What was handed to the system to open; the desktop hands it nothing. */
export const shell = {
  opened: [] as string[],
  openExternal: async (address: string) => void shell.opened.push(address),
  openPath: async (path: string) => {
    shell.opened.push(path);
    return '';
  },
  showItemInFolder: (path: string) => void shell.opened.push(path),
};

export const safeStorage = {
  /** Whether the system keeps a key for it, and under which name on Linux. */
  backend: 'gnome_libsecret' as 'gnome_libsecret' | 'kwallet6' | 'basic_text' | 'none',
  key: randomBytes(32),
  isEncryptionAvailable: () => app.isReady() && safeStorage.backend !== 'none',
  getSelectedStorageBackend: () => (app.isReady() ? safeStorage.backend : 'unknown'),
  encryptString(text: string): Buffer {
    if (!safeStorage.isEncryptionAvailable())
      throw new Error(
        'Error while encrypting the text provided to safeStorage.encryptString. Encryption is not available.',
      );
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', safeStorage.key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from('v11'), nonce, cipher.getAuthTag(), sealed]);
  },
  decryptString(bytes: Buffer): string {
    const failure = (why: string) =>
      new Error(`Error while decrypting the ciphertext provided to safeStorage.decryptString. ${why}`);
    if (!safeStorage.isEncryptionAvailable()) throw failure('Decryption is not available.');
    if (bytes.subarray(0, 3).toString() !== 'v11')
      throw failure('Ciphertext does not appear to be encrypted.');
    try {
      const open = createDecipheriv('aes-256-gcm', safeStorage.key, bytes.subarray(3, 15));
      open.setAuthTag(bytes.subarray(15, 31));
      return Buffer.concat([open.update(bytes.subarray(31)), open.final()]).toString('utf8');
    } catch {
      throw failure('');
    }
  },
};

/** One end of a channel in the main process. What arrives waits until it is started. */
export class MessagePortMain extends EventEmitter {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('close', () => this.emit('close'));
    // A port that nobody listens on does not keep the program.
    port.unref();
  }
  start = () => {
    this.#port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
  };
  /** Clones what it is given, and takes no port of a worker thread along. */
  postMessage = (data: unknown, transfer: unknown[] = []) => {
    if (transfer.some((item) => !(item instanceof MessagePortMain)))
      throw new TypeError('Port at index 0 is not a valid port');
    if (data instanceof MessagePort) throw new Error('An object could not be cloned.');
    this.#port.postMessage(data);
  };
  close = () => this.#port.close();
}

export class MessageChannelMain {
  readonly port1: MessagePortMain;
  readonly port2: MessagePortMain;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new MessagePortMain(port1);
    this.port2 = new MessagePortMain(port2);
  }
}

/** A pair of ports: that of a page, and the one that the main process is given for it. */
export function mainPortPair(): { page: MessagePort; main: MessagePortMain } {
  const { port1, port2 } = new MessageChannel();
  return { page: port1, main: new MessagePortMain(port2) };
}

export const utilityProcess = {
  fork(...given: Parameters<typeof realUtilityProcess.fork>) {
    needReady('utilityProcess cannot be created');
    return realUtilityProcess.fork(...given);
  },
};

export const app = new App();
export { BrowserWindow, forked, Notification, Tray };
