import type { MessagePort } from 'node:worker_threads';
import type { Batch, FromThread, ReceiverStatus, Span, UsedKey } from './messages.ts';

/** The engine writes a batch while the next is read: with all calls in one batch the two would take turns. */
const maxBatch = 16;

/**
 * Gathers what the thread says during one round of I/O and posts it as one batch: a message costs the same
 * whether it carries one order or sixty.
 */
export class Outbox {
  readonly #port: MessagePort;
  readonly #state: () => ReceiverStatus;
  #messages: FromThread[] = [];
  #bodies: Uint8Array[] = [];
  #length = 0;
  #used = new Map<string, UsedKey>();
  #isScheduled = false;

  constructor(port: MessagePort, state: () => ReceiverStatus) {
    this.#port = port;
    this.#state = state;
  }

  post(message: FromThread): void {
    this.#messages.push(message);
    if (this.#messages.length >= maxBatch) this.#flush();
    else this.touch();
  }

  /** Notes that a key was presented; told once a batch. */
  noteUse(key: UsedKey): void {
    // Two keys may have one label.
    this.#used.set(`${key.id} ${key.label}`, key);
    this.touch();
  }

  /** Takes a body into the next batch. */
  enclose(body: Uint8Array): Span {
    const span = { at: this.#length, length: body.length };
    this.#bodies.push(body);
    this.#length += body.length;
    return span;
  }

  /** Posts the state soon, though there may be nothing else to say. */
  touch(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    // Copied into one piece of their own: a received buffer is a part of a larger one, which would be sent whole.
    const bodies = new Uint8Array(this.#length);
    let at = 0;
    for (const body of this.#bodies) {
      bodies.set(body, at);
      at += body.length;
    }
    const batch: Batch = {
      messages: this.#messages,
      bodies: bodies.buffer,
      used: [...this.#used.values()],
      state: this.#state(),
    };
    this.#messages = [];
    this.#bodies = [];
    this.#used.clear();
    this.#length = 0;
    this.#port.postMessage(batch, [bodies.buffer]);
  }
}
