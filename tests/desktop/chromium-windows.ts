/**
 * Gives the stand-in's windows real pages: a Chromium of its own, driven over its DevTools protocol. Chromium knows no scheme of
 * ours, so that `app://perito/` is `http://perito.app.localhost/` there, a trustworthy origin that a server of this process answers by the
 * handler that the desktop registered; each address is mapped at the border, both ways. The preload that was built runs in a world
 * of its own, as with context isolation, and its ports are joined to those of the main process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import {
  app,
  type BrowserWindow,
  ipcMain,
  loadError,
  MessagePortMain,
  session,
  type WindowPage,
} from './electron-stand-in.ts';

type Window = InstanceType<typeof BrowserWindow>;
type Given = Record<string, unknown>;

const suffix = '.app.localhost';
/** An address of the desktop as Chromium knows it. */
export const toChromium = (address: string): string =>
  address.replace(/^(blob:)?app:\/\/([\w.-]+)/, (_all, blob = '', host) => `${blob}http://${host}${suffix}`);
/** An address of Chromium as the desktop knows it. */
export const fromChromium = (address: string): string =>
  address.replace(
    /^(blob:)?http:\/\/([\w.-]+)\.app\.localhost(:80)?/,
    (_all, blob = '', host) => `${blob}app://${host}`,
  );

export interface ChromiumWindows {
  /** Where other clients find the same browser. */
  endpoint: string;
  pid: number;
  openPage(window: Window): WindowPage;
  /** Ends it, at once where its profile goes with it. */
  close(): Promise<void>;
}

/**
 * Starts the program `executablePath` and the server behind it; what pages save lies in `downloads`, and what they keep in the profile
 * `kept`, or in one that goes when it ends.
 */
export async function startChromiumWindows(
  executablePath: string,
  downloads: string,
  kept: string | null = null,
): Promise<ChromiumWindows> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  const profile = kept ?? mkdtempSync(join(tmpdir(), 'perito-chromium-'));
  const child = spawn(
    executablePath,
    [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run'],
      ...[
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
      // As in Electron, whose ports tell that their other end was closed.
      '--enable-blink-features=MessagePortCloseEvent',
      // As of a window that was not allowed to open: `window.open` gives null.
      '--block-new-web-contents',
      ...['--force-color-profile=srgb', '--hide-scrollbars', `--accept-lang=${app.locale}`],
      `--host-resolver-rules=MAP *${suffix} 127.0.0.1:${bound.port}`,
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LANGUAGE: app.locale },
      // A group of its own: Debian's command is a script that starts the program.
      detached: true,
    },
  );
  const endpoint = Promise.withResolvers<string>();
  createInterface(child.stderr).on('line', (line) => {
    const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (found !== undefined) endpoint.resolve(found);
  });
  child.on('exit', (code) => endpoint.reject(new Error(`Chromium ended with ${code}`)));
  const address = await endpoint.promise;
  const browser = await DevTools.connect(address);
  await browser.send('Browser.setDownloadBehavior', {
    ...{ behavior: 'allow', downloadPath: downloads, eventsEnabled: true },
  });
  browser.on('Browser.downloadWillBegin', ({ guid, url }) => {
    const item = { getURL: () => fromChromium(String(url)), cancel() {} };
    if (isPrevented((event) => session.defaultSession.emit('will-download', event, item)))
      void browser.send('Browser.cancelDownload', { guid });
  });
  return {
    endpoint: address,
    pid: child.pid ?? 0,
    openPage: (window) => new ChromiumPage(browser, window),
    async close() {
      if (kept !== null) {
        // What pages keep is written by one that ends by itself.
        const ended = once(child, 'exit');
        void browser.send('Browser.close').catch(() => {});
        await ended;
      }
      browser.close();
      server.closeAllConnections();
      server.close();
      endGroup(child.pid);
      if (kept === null) rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Ends a process with all that it started. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function isPrevented(emit: (event: { preventDefault(): void }) => void): boolean {
  let prevented = false;
  emit({
    preventDefault() {
      prevented = true;
    },
  });
  return prevented;
}

/** Answers what Chromium asks of `http://<host>.app.localhost/` by the handler of `app:`. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const host = (request.headers.host ?? '').replace(/:80$/, '').replace(suffix, '');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^(host|connection|cookie|accept-encoding|upgrade-insecure-requests)$/.test(name)) continue;
    headers.set(name, fromChromium(String(value)));
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const given = await session.defaultSession.askAsPage(`app://${host}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit);
  const answered = Object.fromEntries(given.headers);
  if (answered['content-type']?.startsWith('text/javascript')) {
    // The one place where the console looks at the scheme that it came over.
    const script = (await given.text()).replaceAll('window.location.protocol', '"app:"');
    delete answered['content-length'];
    response.writeHead(given.status, answered).end(script);
    return;
  }
  response.writeHead(given.status, answered);
  if (given.body === null) response.end();
  else await pipeline(Readable.fromWeb(given.body as never), response);
}

/** The DevTools protocol over one socket, with a session for each page. */
class DevTools {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Given>>();
  readonly #listeners = new Map<string, ((given: Given) => void)[]>();
  #last = 0;

  static async connect(address: string): Promise<DevTools> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    return new DevTools(socket);
  }

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#take(JSON.parse(String(data)));
  }

  #take(message: {
    id?: number;
    method?: string;
    sessionId?: string;
    params?: Given;
    result?: Given;
    error?: { message: string };
  }) {
    if (message.id === undefined) {
      const name = `${message.sessionId ?? ''} ${message.method}`;
      for (const listener of this.#listeners.get(name) ?? []) listener(message.params ?? {});
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result ?? {});
  }

  send(method: string, params: Given = {}, sessionId?: string): Promise<Given> {
    const id = ++this.#last;
    const waiting = Promise.withResolvers<Given>();
    // A page may be gone before it answers.
    waiting.promise.catch(() => {});
    this.#waiting.set(id, waiting);
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    return waiting.promise;
  }

  on(method: string, listener: (given: Given) => void, sessionId = ''): void {
    const name = `${sessionId} ${method}`;
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  close(): void {
    this.#socket.close();
  }
}

const isolated = 'Electron Isolated Context';

class ChromiumPage implements WindowPage {
  readonly #browser: DevTools;
  readonly #window: Window;
  readonly #opened: Promise<void>;
  #session = '';
  #target = '';
  /** The address that the main process itself loads; nobody is asked about that. */
  #own = '';
  #loaded: PromiseWithResolvers<void> | null = null;
  #stays: (() => void) | null = null;
  /** Ports of the page, by the context that they live in. */
  readonly #ports = new Map<string, { context: number; port: MessagePort }>();

  constructor(browser: DevTools, window: Window) {
    this.#browser = browser;
    this.#window = window;
    this.#opened = this.#open();
    this.#opened.catch(() => {});
  }

  #send(method: string, params: Given = {}): Promise<Given> {
    return this.#browser.send(method, params, this.#session);
  }

  async #open(): Promise<void> {
    const { targetId } = await this.#browser.send('Target.createTarget', { url: 'about:blank' });
    this.#target = String(targetId);
    const attached = await this.#browser.send('Target.attachToTarget', { targetId, flatten: true });
    this.#session = String(attached['sessionId']);
    const on = (method: string, listener: (given: Given) => void) =>
      this.#browser.on(method, listener, this.#session);
    const { contents } = this.#window;
    on('Page.loadEventFired', () => this.#loaded?.resolve());
    on('Page.frameNavigated', ({ frame }) => {
      const { id, parentId, url, urlFragment } = frame as Record<string, string>;
      if (parentId !== undefined || id !== this.#target) return;
      contents.url = fromChromium(`${url}${urlFragment ?? ''}`);
      contents.mainFrame.url = contents.url;
      contents.emit('did-navigate', {}, contents.url);
    });
    on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId !== this.#target) return;
      contents.url = fromChromium(String(url));
      contents.mainFrame.url = contents.url;
    });
    on('Page.windowOpen', ({ url }) => contents.openHandler({ url: fromChromium(String(url)) }));
    on('Page.javascriptDialogOpening', ({ type }) => {
      if (type === 'beforeunload') void this.#send('Page.handleJavaScriptDialog', { accept: false });
      this.#stays?.();
    });
    on('Inspector.targetCrashed', () =>
      contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
    );
    on('Fetch.requestPaused', (paused) => this.#decide(paused));
    on('Runtime.bindingCalled', ({ payload, executionContextId }) =>
      this.#hear(JSON.parse(String(payload)), Number(executionContextId)),
    );
    on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.#closePorts(({ context }) => context === executionContextId),
    );
    on('Runtime.executionContextsCleared', () => this.#closePorts(() => true));
    const { preload } = (this.#window.options['webPreferences'] ?? {}) as Record<string, string>;
    const { width = 800, height = 600 } = this.#window.options;
    await Promise.all([
      this.#send('Page.enable'),
      this.#send('Runtime.enable'),
      this.#send('Inspector.enable'),
      this.#send('Network.enable'),
      // Electron keeps none of what a handler answers.
      this.#send('Network.setCacheDisabled', { cacheDisabled: true }),
      this.#send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      this.#send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      }),
      this.#send('Emulation.setLocaleOverride', { locale: app.locale }),
      ...(preload === undefined ? [] : [this.#prepare(preload)]),
    ]);
  }

  /** The preload, before anything of the page and in its own world. */
  async #prepare(preload: string): Promise<void> {
    await this.#send('Runtime.addBinding', { name: 'toMainProcess', executionContextName: isolated });
    await this.#send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadWorld(readFileSync(preload, 'utf8')),
      worldName: isolated,
    });
  }

  async load(address: string): Promise<void> {
    await this.#opened;
    const loaded = Promise.withResolvers<void>();
    this.#loaded = loaded;
    this.#own = toChromium(address).replace(/#.*/, '');
    const { errorText, loaderId } = await this.#send('Page.navigate', { url: toChromium(address) });
    if (typeof errorText === 'string')
      throw loadError(errorText.replace('net::', ''), errorText.includes('ABORTED') ? -3 : -2, address);
    // Within the same document nothing is loaded.
    if (loaderId !== undefined) await loaded.promise;
  }

  reload(): void {
    this.#own = toChromium(this.#window.contents.url).replace(/#.*/, '');
    void this.#send('Page.reload');
  }

  crash(): void {
    // The process that should answer is gone.
    void this.#send('Page.crash').catch(() => {});
  }

  async execute(script: string): Promise<unknown> {
    await this.#opened;
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', {
      ...{ expression: script, awaitPromise: true, returnByValue: true },
    });
    if (exceptionDetails !== undefined)
      throw new Error(String((exceptionDetails as { text?: string }).text ?? 'Script failed to execute'));
    return (result as { value?: unknown } | undefined)?.value;
  }

  async leave(): Promise<boolean> {
    await this.#opened;
    return new Promise((resolve) => {
      this.#stays = () => resolve(false);
      this.#browser.on('Target.detachedFromTarget', ({ sessionId }) => {
        if (sessionId === this.#session) resolve(true);
      });
      void this.#send('Page.close');
    });
  }

  close(): void {
    this.#closePorts(() => true);
    // One that left by itself is gone already.
    this.#opened
      .then(() => this.#browser.send('Target.closeTarget', { targetId: this.#target }))
      .catch(() => {});
  }

  /** As Electron: a page that goes elsewhere by itself is asked about, and every address passes the session's filter. */
  #decide({ requestId, request, resourceType, frameId }: Given): void {
    const { url } = request as { url: string };
    const address = fromChromium(url);
    const { contents } = this.#window;
    const refuse = (errorReason: string) => void this.#send('Fetch.failRequest', { requestId, errorReason });
    if (resourceType === 'Document' && url.replace(/#.*/, '') !== this.#own) {
      const isMainFrame = frameId === this.#target;
      const ask = (name: string) =>
        isPrevented((event) =>
          contents.emit(name, Object.assign(event, { url: address, isMainFrame }), address),
        );
      const isRefused = ask('will-frame-navigate') || (isMainFrame && ask('will-navigate'));
      if (isRefused) {
        refuse('Aborted');
        return;
      }
    }
    const filter = session.defaultSession.handlers['request'] as
      | ((details: { url: string }, answer: (given: { cancel?: boolean }) => void) => void)
      | undefined;
    const go = () => void this.#send('Fetch.continueRequest', { requestId });
    if (filter === undefined) go();
    else filter({ url: address }, ({ cancel }) => (cancel === true ? refuse('BlockedByClient') : go()));
  }

  #hear(said: { is: string; id: string; data: Encoded; channel: string; ports: string[] }, context: number) {
    if (said.is === 'message') {
      this.#ports.get(said.id)?.port.postMessage(decode(said.data));
    } else if (said.is === 'closed') {
      this.#ports.get(said.id)?.port.close();
    } else {
      const { contents } = this.#window;
      const ports = said.ports.map((id) => this.#join(id, context));
      const event = { sender: contents, senderFrame: contents.mainFrame, ports };
      ipcMain.emit(said.channel, event, decode(said.data));
    }
  }

  /** The other end of a port of the page, for the main process. */
  #join(id: string, context: number): MessagePortMain {
    const { port1, port2 } = new MessageChannel();
    this.#ports.set(id, { context, port: port1 });
    const call = (what: string) =>
      this.#send('Runtime.evaluate', { expression: what, contextId: context, silent: true });
    port1.on('message', (data: unknown) => {
      void call(`fromMainProcess(${JSON.stringify(id)}, ${JSON.stringify(encode(data))})`);
    });
    port1.on('close', () => {
      if (this.#ports.delete(id)) void call(`fromMainProcess(${JSON.stringify(id)}, null)`);
    });
    port1.unref();
    return new MessagePortMain(port2);
  }

  #closePorts(which: (port: { context: number }) => boolean): void {
    for (const [id, joined] of this.#ports) {
      if (!which(joined)) continue;
      this.#ports.delete(id);
      joined.port.close();
    }
  }
}

/** What crosses the border as text: texts, bytes, and what JSON has. */
type Encoded = { text: string } | { bytes: string } | { json: string };

function encode(data: unknown): Encoded {
  if (typeof data === 'string') return { text: data };
  if (data instanceof Uint8Array) return { bytes: Buffer.from(data).toString('base64') };
  if (data instanceof ArrayBuffer) return { bytes: Buffer.from(data).toString('base64') };
  return { json: JSON.stringify(data ?? null) };
}

function decode(data: Encoded): unknown {
  if ('text' in data) return data.text;
  return 'bytes' in data ? new Uint8Array(Buffer.from(data.bytes, 'base64')) : JSON.parse(data.json);
}

/** What a sandboxed preload has: `electron` and nothing else to require, and no Node. Only the main frame has one. */
const preloadWorld = (preload: string): string => `(() => {
  if (window.top !== window) return;
  const ports = new Map();
  const encode = (data) =>
    typeof data === 'string' ? { text: data }
    : data instanceof Uint8Array || data instanceof ArrayBuffer
      ? { bytes: btoa(Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join('')) }
      : { json: JSON.stringify(data ?? null) };
  const decode = (data) =>
    'text' in data ? data.text
    : 'bytes' in data ? Uint8Array.from(atob(data.bytes), (sign) => sign.charCodeAt(0))
    : JSON.parse(data.json);
  const say = (said) => toMainProcess(JSON.stringify(said));
  let last = 0;
  const take = (port) => {
    const id = performance.timeOrigin + ':' + ++last;
    ports.set(id, port);
    port.onmessage = ({ data }) => say({ is: 'message', id, data: encode(data) });
    port.addEventListener('close', () => ports.delete(id) && say({ is: 'closed', id }));
    return id;
  };
  const post = (channel, message, transfer = []) =>
    say({ is: 'post', channel, data: encode(message), ports: transfer.map(take) });
  globalThis.fromMainProcess = (id, data) => {
    const port = ports.get(id);
    if (data !== null) port?.postMessage(decode(data));
    else if (ports.delete(id)) port.close();
  };
  const electron = { ipcRenderer: { postMessage: post, send: (channel, ...given) => post(channel, given) } };
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error('module not found: ' + name);
  };
  const module = { exports: {} };
  (function (require, module, exports) {${preload}\n})(require, module, module.exports);
})()`;
