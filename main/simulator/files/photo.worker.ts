/** Entry of the thread that makes photographs: drawing holds a thread for a tenth of a second each. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { encodePhoto } from './encode-photo.ts';
import type { PhotoAnswer, PhotoOrder } from './photo-thread.ts';

const port = parentPort;
if (port === null) throw new Error('this file is run as a thread');

// On Linux this is of the calling thread alone (setpriority(2)); elsewhere it would be of the whole process.
if (process.platform === 'linux') setPriority(10);

port.on('message', (order: PhotoOrder) => {
  void answer(order).then((made) => port.postMessage(made));
});

async function answer({ call, spec, form, megapixels }: PhotoOrder): Promise<PhotoAnswer> {
  try {
    // Copied, since the library's memory cannot be handed over.
    return { call, jpeg: new Uint8Array(await encodePhoto(spec, form, megapixels)) };
  } catch (failure) {
    return { call, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}
