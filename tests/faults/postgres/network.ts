/** A network between Perito and its database that can fall silent, or break at a COMMIT. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Which way nothing comes through. */
export type Silence = 'both' | 'toServer' | 'toClient';

/**
 * What becomes of the connection at a COMMIT: it breaks before it takes effect, or after; or its answer comes in words
 * that nobody understands; or it breaks, and the COMMIT comes through only when Perito has looked, over another connection, whether
 * it had.
 */
export type Break = 'before' | 'after' | 'garbled' | 'late';

/** What arrives is written by one, and what is made of it and decided by the other. */
type Writer = 'journal' | 'store';

export class Network {
  readonly port: number;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  silence: Silence | null = null;
  /** The writer whose every connection breaks as soon as it looks what was committed. */
  lookingBreaks: Writer | null = null;
  #break: { how: Break; writer: Writer; of: string; broken: () => void } | null = null;
  #late: (() => void) | null = null;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  /** To a port of this computer. Ended with the test. */
  static async open(to: () => number): Promise<Network> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const network = new Network(server, typeof address === 'object' && address !== null ? address.port : 0);
    server.on('connection', (client) => {
      const link = new Link(client, to(), network);
      network.#links.add(link);
      client.once('close', () => {
        if (network.silence === null) network.#links.delete(link);
      });
    });
    onTestFinished(() => network.#close());
    return network;
  }

  /** Nothing is lost of what was sent meanwhile: it comes late, as over a network that comes back. */
  heal(): void {
    this.silence = null;
    for (const link of this.#links) link.flush();
  }

  /** Breaks the connection at the next COMMIT of a writer, or of something that it writes with these words; resolves once that was. */
  breakAtCommit(how: Break, writer: Writer = 'journal', of = ''): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#break = { how, writer, of, broken: resolve };
    return promise;
  }

  /** Whether something is written with the words at whose COMMIT it breaks. For links alone. */
  isOfBreak(message: Buffer): boolean {
    return this.#break !== null && message.includes(this.#break.of);
  }

  /** For links alone; of what was written by the COMMIT. */
  takeBreak(message: Buffer, isOf: boolean): Break | null {
    if (this.#break === null || !isOf || !message.includes(`stamp_commit('${this.#break.writer}'`))
      return null;
    const { how, broken } = this.#break;
    this.#break = null;
    broken();
    return how;
  }

  keepLate(deliver: () => void): void {
    this.#late = deliver;
  }

  /** Another connection was looked over. */
  deliverLate(): void {
    this.#late?.();
    this.#late = null;
  }

  async #close(): Promise<void> {
    for (const link of this.#links) link.destroy();
    this.#server.close();
  }
}

/** One connection. What comes from Perito is passed on message by message (PostgreSQL, 55.7). */
class Link {
  readonly #client: Socket;
  readonly #network: Network;
  readonly #port: number;
  #server: Socket | null = null;
  #partial = Buffer.alloc(0);
  #isStarted = false;
  #toServer: Buffer[] = [];
  #toClient: Buffer[] = [];
  #isClientGone = false;
  #isServerGone = false;
  /** What becomes of the next that the server says. */
  #atAnswer: 'after' | 'garbled' | null = null;
  #isClaiming = false;
  #isOfBreak = false;

  constructor(client: Socket, port: number, network: Network) {
    this.#client = client;
    this.#port = port;
    this.#network = network;
    client.setNoDelay(true);
    client.on('error', () => {});
    client.on('data', (chunk: Buffer) => this.#fromClient(chunk));
    client.on('close', () => {
      this.#isClientGone = true;
      this.flush();
    });
    this.flush();
  }

  destroy(): void {
    this.#client.destroy();
    this.#server?.destroy();
  }

  flush(): void {
    const { silence } = this.#network;
    // Neither half of a handshake comes through alone.
    if (this.#server === null && silence === null && !this.#isClientGone) this.#connect();
    if (silence !== 'both' && silence !== 'toServer') {
      for (const message of this.#toServer.splice(0)) this.#server?.write(message);
      if (this.#isClientGone) this.#server?.end();
    }
    if (silence !== 'both' && silence !== 'toClient') {
      for (const chunk of this.#toClient.splice(0)) this.#client.write(chunk);
      if (this.#isServerGone) this.#client.destroy();
    }
  }

  #connect(): void {
    const server = connect(this.#port, '127.0.0.1');
    server.setNoDelay(true);
    server.on('error', () => {});
    server.on('data', (chunk: Buffer) => this.#fromServer(chunk));
    server.on('close', () => {
      this.#isServerGone = true;
      this.flush();
    });
    this.#server = server;
  }

  #fromClient(chunk: Buffer): void {
    this.#partial = Buffer.concat([this.#partial, chunk]);
    for (;;) {
      // The first message has no type.
      const before = this.#isStarted ? 1 : 0;
      if (this.#partial.length < before + 4) break;
      const length = before + this.#partial.readInt32BE(before);
      if (this.#partial.length < length) break;
      const message = this.#partial.subarray(0, length);
      this.#partial = this.#partial.subarray(length);
      this.#isStarted = true;
      this.#pass(message);
    }
    this.flush();
  }

  #pass(message: Buffer): void {
    this.#isOfBreak ||= this.#network.isOfBreak(message);
    const how = this.#network.takeBreak(message, this.#isOfBreak);
    if (message.includes('COMMIT')) this.#isOfBreak = false;
    if (how === 'before') {
      this.destroy();
      return;
    }
    if (how === 'late') {
      const server = this.#server;
      this.#server = null;
      this.#isClientGone = true;
      this.#client.destroy();
      this.#network.keepLate(() => server?.end(message));
      return;
    }
    if (how !== null) this.#atAnswer = how;
    if (message.includes('UPDATE writer SET stamp')) this.#isClaiming = true;
    // Bind, which has the writer's name (PostgreSQL, 55.7).
    const { lookingBreaks } = this.#network;
    if (
      this.#isClaiming &&
      message[0] === 0x42 &&
      lookingBreaks !== null &&
      message.includes(lookingBreaks)
    ) {
      this.destroy();
      return;
    }
    this.#toServer.push(message);
  }

  #fromServer(chunk: Buffer): void {
    if (this.#atAnswer === 'after') {
      // What it says of the statements before comes first (CommandComplete; PostgreSQL, 55.7).
      if (chunk.includes('COMMIT\0')) this.destroy();
      return;
    }
    if (this.#atAnswer === 'garbled') {
      // A message of a kind that there is not, of no length.
      if (this.#toClient.length === 0) this.#client.write(Buffer.from([0x21, 0, 0, 0, 4]));
      return;
    }
    if (this.#isClaiming) {
      this.#isClaiming = false;
      this.#network.deliverLate();
    }
    this.#toClient.push(chunk);
    this.flush();
  }
}
