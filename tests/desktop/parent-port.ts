/** Gives a forked process the port that Electron gives its utility processes; imported before anything else. */
import { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const waiting: unknown[] = [];
  const port = Object.assign(new EventEmitter(), {
    // What cannot be cloned throws, as over Electron's port.
    postMessage: (message: object) => process.send?.(structuredClone(message)),
  });
  const tell = (data: unknown) => port.emit('message', { data, ports: [] });
  // What comes before somebody listens waits.
  process.on('message', (data) => (port.listenerCount('message') === 0 ? waiting.push(data) : tell(data)));
  port.on('newListener', (event) => {
    if (event === 'message') setImmediate(() => waiting.splice(0).forEach(tell));
  });
  Object.defineProperty(process, 'parentPort', { value: port });
}
