import { TaskThread } from '../task-thread.ts';
import { workerFile } from '../worker-file.ts';
import { type LeftOut, maxDepth, NestedTooDeeply, NotJson } from './extract.ts';

/** A body that is too large to be parsed by a thread that others wait for, as it is read instead. */
export interface LargeBody {
  /** JSON of what is read of it. */
  extract: string;
  leftOut: readonly LeftOut[];
  /** `contentHash` of the whole. */
  contentHash: string;
  /** Of all bytes, hexadecimal. */
  sha256: string;
}

/** What the thread answers: a large body, or why it is none. */
export type LargeBodyAnswer =
  | ({ outcome: 'read' } & LargeBody)
  | { outcome: 'notUtf8' }
  | { outcome: 'notJson'; place: number }
  | { outcome: 'nestedTooDeeply' };

export class NotUtf8 extends Error {}

export interface LargeBodies {
  /**
   * Reads a body in a thread of its own, one after the other. Rejects with `NotUtf8`, `NotJson` or `NestedTooDeeply`, and
   * with a `TaskFailure` where it could not be read.
   */
  read(body: Uint8Array): Promise<LargeBody>;
  /** Ends the thread; a later body starts another. */
  close(): Promise<void>;
}

/** Reading 8 MiB takes a second or two at the worst, with some hundred megabytes. */
const patience = 30_000;
const memory = 1024;

export function createLargeBodies(): LargeBodies {
  const file = workerFile(
    { source: './body-reader.worker.ts', built: 'body-reader-worker.js' },
    import.meta.url,
  );
  const thread = new TaskThread<Uint8Array, LargeBodyAnswer>({
    file,
    name: 'perito body reader',
    memory,
    patience,
  });
  return {
    async read(body) {
      // A copy: the sender's bytes are kept whatever becomes of the thread.
      const copy = Uint8Array.from(body);
      const answer = await thread.run(copy, { transfer: [copy.buffer] });
      switch (answer.outcome) {
        case 'read':
          return answer;
        case 'notUtf8':
          throw new NotUtf8();
        case 'notJson':
          throw new NotJson(answer.place);
        case 'nestedTooDeeply':
          throw new NestedTooDeeply(`more than ${maxDepth} levels`);
      }
    },
    close: () => thread.close(),
  };
}
