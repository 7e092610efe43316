/** The way to the shell that started this process: Node's IPC, or the port of an Electron utility process. */
export interface ParentChannel {
  send(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
  onParentGone(listener: () => void): void;
}

export function parentChannel(): ParentChannel {
  if ('parentPort' in process && process.parentPort) {
    const port = process.parentPort;
    return {
      send: (message) => port.postMessage(message),
      listen: (listener) => port.on('message', (event) => listener(event.data)),
      // Electron ends its utility processes with itself.
      onParentGone: () => {},
    };
  }
  return {
    send: (message) => process.send?.(message),
    listen: (listener) => process.on('message', listener),
    onParentGone: (listener) => process.on('disconnect', listener),
  };
}
