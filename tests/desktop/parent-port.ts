/** Gives a forked process the port that Electron gives its utility processes; imported before anything else. */
import { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: object) => process.send?.(message),
  });
  process.on('message', (data) => port.emit('message', { data, ports: [] }));
  Object.defineProperty(process, 'parentPort', { value: port });
}
