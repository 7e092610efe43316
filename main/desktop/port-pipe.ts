import type { MessagePort } from 'node:worker_threads';
import { type IpcMainEvent, ipcMain, type MessagePortMain } from 'electron';
import { portChannel } from '#shared/desktop-port.ts';
import { isConsole } from './scheme.ts';

/**
 * Joins each port that a page of the console hands over to a new port of what it is of, message by message: Electron's ports cannot
 * be given to a worker thread. `connect` is told the path of the page; null where nothing is there.
 */
export function pipePorts(connect: (pathname: string) => MessagePort | null): void {
  ipcMain.on(portChannel, (event) => {
    const [port] = event.ports;
    const address = isTrusted(event) ? event.senderFrame?.url : undefined;
    const engine = address === undefined || port === undefined ? null : connect(new URL(address).pathname);
    if (engine === null || port === undefined) {
      for (const refused of event.ports) refused.close();
      return;
    }
    join(port, engine);
  });
}

/** Only the top frame of the console's own page; a frame that is gone or has moved on is nobody. */
function isTrusted(event: IpcMainEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isConsole(frame.url);
}

function join(page: MessagePortMain, engine: MessagePort): void {
  page.on('message', ({ data }) => engine.postMessage(data));
  engine.on('message', (data: unknown) => page.postMessage(data));
  page.on('close', () => engine.close());
  engine.on('close', () => page.close());
  page.start();
}
