/** Entry of the process that reads and writes one place of copies. */
import { logToStandardError } from '../engine/log.ts';
import { serveOnPort } from '../engine/serve-port.ts';
import { endNow, parentChannel } from '../own-process.ts';
import { copierRouter } from './copier.ts';

const channel = parentChannel();
// Whatever it is doing: what it has written of something that is not whole counts for nothing.
channel.onParentGone(endNow);
serveOnPort(
  copierRouter(),
  {
    postMessage: (message) => channel.send(message),
    on(event: 'message' | 'close', listener: (message?: unknown) => void) {
      if (event === 'message') channel.listen(listener);
    },
  },
  {},
  ({ procedure, cause }) => logToStandardError.error({ procedure, err: cause }, 'A copier met a fault.'),
);
