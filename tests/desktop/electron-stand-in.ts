/**
 * Stands in for the `electron` module, whose runtime these tests do not have: it records what the desktop
 * sets, and lets a test act as Electron would. Typed only as far as the desktop uses it.
 */
import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

class App extends EventEmitter {
  isPackaged = true;
  paths: Record<string, string> = {};
  switches: Record<string, string> = {};
  gotLock = true;
  sandboxed = false;
  quits = 0;
  exits: number[] = [];
  locale = 'es-DO';
  commandLine = { getSwitchValue: (name: string) => this.switches[name] ?? '' };
  whenReady = () => Promise.resolve();
  getLocale = () => this.locale;
  enableSandbox = () => {
    this.sandboxed = true;
  };
  setPath = (name: string, path: string) => {
    this.paths[name] = path;
  };
  requestSingleInstanceLock = () => this.gotLock;
  exit = (code: number) => this.exits.push(code);
  /** As Electron's: asks, and quits unless somebody prevents it. */
  quit = () => {
    let prevented = false;
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.quits += 1;
  };
}

export class WebContents extends EventEmitter {
  url = '';
  mainFrame = { url: '' };
  reloads = 0;
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  getURL = () => this.url;
  scripts: string[] = [];
  executeJavaScript = async (script: string) => {
    this.scripts.push(script);
  };
  reload = () => {
    this.reloads += 1;
  };
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.openHandler = handler;
  };
}

class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = [];
  options: Record<string, unknown>;
  webContents = new WebContents();
  loaded: string[] = [];
  shown = 0;
  focused = 0;
  minimized = false;
  destroyed = false;
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    BrowserWindow.all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL = async (url: string) => {
    this.loaded.push(url);
    this.webContents.url = url;
    this.webContents.mainFrame.url = url;
  };
  show = () => {
    this.shown += 1;
  };
  focus = () => {
    this.focused += 1;
  };
  progress: number[] = [];
  setProgressBar = (share: number) => this.progress.push(share);
  destroy = () => {
    this.destroyed = true;
  };
  isMinimized = () => this.minimized;
  restore = () => {
    this.minimized = false;
  };
  isDestroyed = () => this.destroyed;
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
        handlers[`protocol ${scheme}`] = handler;
      },
    },
    webRequest: { onBeforeRequest: set('request') },
    setPermissionRequestHandler: set('permissionRequest'),
    setPermissionCheckHandler: set('permissionCheck'),
    setDevicePermissionHandler: set('device'),
    setDisplayMediaRequestHandler: set('displayMedia'),
  });
}

class Notification extends EventEmitter {
  static shown: Notification[] = [];
  static told = new EventEmitter();
  static isSupported = () => true;
  options: { title: string; body: string };
  constructor(options: { title: string; body: string }) {
    super();
    this.options = options;
  }
  show = () => {
    Notification.shown.push(this);
    Notification.told.emit('shown');
  };
}

export const app = new App();
export const session = { defaultSession: standInSession() };
export const protocol = {
  privileged: [] as { scheme: string; privileges: Record<string, boolean> }[],
  registerSchemesAsPrivileged(schemes: { scheme: string; privileges: Record<string, boolean> }[]) {
    protocol.privileged = schemes;
  },
};
export const ipcMain = new EventEmitter();
export const nativeTheme = { shouldUseDarkColors: true };
export const clipboard = {
  text: '',
  readText: async () => clipboard.text,
  writeText: async (text: string) => {
    clipboard.text = text;
  },
  clear: () => {
    clipboard.text = '';
  },
};
export const dialog = {
  /** What a person chooses in the next dialog for folders, and with what that was opened. */
  chosen: [] as string[],
  opened: [] as unknown[],
  showOpenDialog: async (options: unknown) => {
    dialog.opened.push(options);
    return { canceled: dialog.chosen.length === 0, filePaths: dialog.chosen };
  },
  boxes: [] as string[],
  told: new EventEmitter(),
  showErrorBox: (_title: string, content: string) => {
    dialog.boxes.push(content);
    dialog.told.emit('shown');
  },
};
type Template = { role?: string; label?: string; submenu?: { role?: string }[] }[];
export const Menu = {
  template: [] as Template,
  buildFromTemplate: (template: Template) => template,
  setApplicationMenu: (template: Template) => {
    Menu.template = template;
  },
};
export { BrowserWindow, Notification };

/** A pair of ports of which one behaves as Electron's `MessagePortMain`. */
export function mainPortPair(): { page: MessagePort; main: EventEmitter } {
  const { port1, port2 } = new MessageChannel();
  const main = Object.assign(new EventEmitter(), {
    start: () => port2.on('message', (data: unknown) => main.emit('message', { data, ports: [] })),
    postMessage: (data: unknown) => port2.postMessage(data),
    close: () => port2.close(),
  });
  port2.on('close', () => main.emit('close'));
  return { page: port1, main };
}
