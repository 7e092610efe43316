/** A network between Perito and PostgreSQL in which an answer takes a time, and which counts the journal's round trips. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SlowNetwork {
  port: number;
  /** So long waits what goes to the server; what comes back does not. */
  milliseconds: number;
  /** Of each commit of the journal, how often it waited for answers on the connection that it commits over. */
  readonly roundTrips: number[];
  stop(): void;
}

/** To a port of this computer. */
export async function openSlowNetwork(to: number, milliseconds: number): Promise<SlowNetwork> {
  const roundTrips: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(to, '127.0.0.1');
    const counted = new RoundTrips((ofGroup) => roundTrips.push(ofGroup));
    client.on('data', (chunk: Buffer) => {
      counted.sent(chunk);
      setTimeout(() => database.write(chunk), network.milliseconds);
    });
    database.on('data', (chunk: Buffer) => {
      counted.answered(chunk);
      client.write(chunk);
    });
    for (const socket of [client, database]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        setTimeout(() => database.destroy(), 2 * network.milliseconds);
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const network: SlowNetwork = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    ...{ milliseconds, roundTrips },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return network;
}

/** The message types of PostgreSQL's protocol (55.7) that ask for an answer to the end, and the one that ends it. */
const asks = ['Q', 'S'].map((type) => type.charCodeAt(0));
const isReady = 'Z'.charCodeAt(0);

/** Of one connection. A round trip begins where something is asked while nothing is unanswered; more that is asked meanwhile is of it. */
class RoundTrips {
  readonly #count: (roundTrips: number) => void;
  // The first message has no type, and is answered like one that asks.
  #sent = new Messages(false);
  #received = new Messages(true);
  #unanswered = 1;
  #begun = 0;
  #isJournal = false;

  constructor(count: (roundTrips: number) => void) {
    this.#count = count;
  }

  sent(chunk: Buffer): void {
    for (const message of this.#sent.whole(chunk)) {
      if (!asks.includes(message[0] ?? 0)) continue;
      if (this.#unanswered === 0) this.#begun += 1;
      this.#unanswered += 1;
      if (!message.includes("stamp_commit('journal'")) continue;
      // What stands before its first commit opened the connection.
      if (this.#isJournal) this.#count(this.#begun);
      this.#isJournal = true;
      this.#begun = 0;
    }
  }

  answered(chunk: Buffer): void {
    for (const message of this.#received.whole(chunk)) if (message[0] === isReady) this.#unanswered -= 1;
  }
}

/** The stream of one direction, cut into its messages. */
class Messages {
  #partial: Buffer = Buffer.alloc(0);
  #hasType: boolean;

  constructor(hasType: boolean) {
    this.#hasType = hasType;
  }

  *whole(chunk: Buffer): Generator<Buffer> {
    this.#partial = this.#partial.length === 0 ? chunk : Buffer.concat([this.#partial, chunk]);
    for (;;) {
      const typed = this.#hasType ? 1 : 0;
      if (this.#partial.length < typed + 4) return;
      const length = typed + this.#partial.readInt32BE(typed);
      if (this.#partial.length < length) return;
      const message = this.#partial.subarray(0, length);
      this.#partial = this.#partial.subarray(length);
      if (this.#hasType) yield message;
      this.#hasType = true;
    }
  }
}
