/** Starts a process for each place of copies when there is something to do there, and ends it when it does not answer or idles. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { PlaceProblem } from '#shared/contract/backups.ts';
import type { CopierClient } from '../../copier/contract.ts';
import { passwordsKept } from '../../engine/database-password.ts';
import { within } from '../../engine/within.ts';
import { workerFile } from '../../engine/worker-file.ts';
import { type OwnProcess, type ProcessToStart, type StartProcess, taken } from '../start-process.ts';

/** Why a process did not answer; nothing else went wrong. */
export class CopierFailure extends Error {
  readonly problem: PlaceProblem;
  constructor(code: 'slow' | 'other', detail: string) {
    super(detail);
    this.problem = { code, detail };
  }
}

/** The processes of all places. One that hangs takes nothing of another along. */
export interface Copiers {
  /**
   * Asks the process that works on this place. Rejects with a `CopierFailure` where it ends, or where for so many milliseconds
   * neither the call ends nor `alive` is called; the process is killed then.
   */
  ask<Answer>(
    place: string,
    quietMs: number,
    call: (copier: CopierClient, alive: () => void) => Promise<Answer>,
  ): Promise<Answer>;
  /** Kills the process that works on this place, where there is one; resolves once it has ended. */
  end(place: string): Promise<void>;
  /** Kills all of them. */
  close(): void;
}

/** A console that is open asks for the places every half minute. */
const usualIdleMs = 45_000;
/** A process that was killed is gone in a moment, unless what it waits for hangs. */
const killedMs = 2000;
const closing = 'The program is closing.';

export function openCopiers(start: StartProcess, idleMs = usualIdleMs): Copiers {
  const places = new Map<string, Place>();
  let isClosed = false;
  return {
    async ask(place, quietMs, call) {
      if (isClosed) throw new CopierFailure('other', closing);
      const known = places.get(place) ?? new Place(start, idleMs);
      places.set(place, known);
      return known.ask(quietMs, call);
    },
    end: async (place) => places.get(place)?.end('It was ended.'),
    close() {
      isClosed = true;
      for (const place of places.values()) place.close();
    },
  };
}

interface Running {
  process: OwnProcess;
  client: CopierClient;
  /** Rejects, with a `CopierFailure`. */
  failed: Promise<never>;
  fail(failure: CopierFailure): void;
  /** Resolves once the system says that it is gone. */
  gone: Promise<void>;
  calls: number;
  /** What it was told of passwords, as JSON. */
  passwords: string;
}

class Place {
  readonly #start: StartProcess;
  readonly #idleMs: number;
  #running: Running | null = null;
  /** One that was killed, and that the system has not let go yet: what it waits for hangs still. */
  #killed: Running | null = null;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(start: StartProcess, idleMs: number) {
    this.#start = start;
    this.#idleMs = idleMs;
  }

  async ask<Answer>(
    quietMs: number,
    call: (copier: CopierClient, alive: () => void) => Promise<Answer>,
  ): Promise<Answer> {
    if (this.#killed !== null) await within(killedMs, this.#killed.gone);
    if (this.#isClosed) throw new CopierFailure('other', closing);
    if (this.#killed !== null)
      throw new CopierFailure('slow', 'The process that waited for it has not ended.');
    clearTimeout(this.#idle);
    this.#running ??= this.#begin();
    const running = this.#running;
    running.calls += 1;
    const quiet = setTimeout(() => {
      this.#kill(new CopierFailure('slow', `It did not answer for ${quietMs / 1000} seconds.`));
    }, quietMs);
    quiet.unref();
    try {
      const asked = this.#tellPasswords(running).then(() => call(running.client, () => quiet.refresh()));
      return await Promise.race([asked, running.failed]);
    } finally {
      clearTimeout(quiet);
      running.calls -= 1;
      if (running.calls === 0 && this.#running === running)
        this.#idle = setTimeout(() => this.#kill(new CopierFailure('other', 'idle')), this.#idleMs).unref();
    }
  }

  /** Over the channel of the process: its environment could be read from outside. */
  async #tellPasswords(running: Running): Promise<void> {
    const kept = passwordsKept();
    const passwords = JSON.stringify(kept);
    if (running.passwords === passwords) return;
    running.passwords = passwords;
    await running.client.holdPasswords(kept);
  }

  async end(reason: string): Promise<void> {
    const ending = this.#running ?? this.#killed;
    this.#kill(new CopierFailure('other', reason));
    await ending?.gone;
  }

  close(): void {
    this.#isClosed = true;
    this.#kill(new CopierFailure('other', closing));
  }

  #kill(failure: CopierFailure): void {
    clearTimeout(this.#idle);
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    this.#killed = running;
    running.process.kill();
    running.fail(failure);
  }

  #begin(): Running {
    const process = this.#start(copierProcess());
    // The program is kept by its threads.
    process.unref();
    const failed = Promise.withResolvers<never>();
    // Whoever asks hears of it.
    failed.promise.catch(() => {});
    const gone = Promise.withResolvers<void>();
    const onMessage: ((message: unknown) => void)[] = [];
    const onEnd: (() => void)[] = [];
    const port = {
      // Only text goes this way: nothing that is asked holds bytes.
      postMessage: (message: string | object) => process.send(message),
      onMessage: { addListener: (listener: (message: unknown) => void) => void onMessage.push(listener) },
      onDisconnect: { addListener: (listener: () => void) => void onEnd.push(listener) },
    };
    const client: CopierClient = createORPCClient(new RPCLink({ port }));
    const running: Running = {
      ...{ process, client, failed: failed.promise, fail: failed.reject, gone: gone.promise, calls: 0 },
      passwords: '{}',
    };
    process.listen(
      (message) => {
        for (const listener of onMessage) listener(message);
      },
      (reason) => {
        if (this.#running === running) this.#running = null;
        if (this.#killed === running) this.#killed = null;
        failed.reject(new CopierFailure('other', reason));
        gone.resolve();
        for (const listener of onEnd) listener();
      },
    );
    return running;
  }
}

/** What is started; tests start another file, with arguments. */
export function copierProcess(file = copierFile(), args: string[] = []): ProcessToStart {
  return {
    ...{ file, args, name: 'Perito: copies', hasLog: true },
    options: ['--max-old-space-size=512'],
    environment: taken(
      // Which day it is, is decided by the clock of this computer; where it writes aside, by its folder for that.
      ...['TZ', 'TMPDIR'],
      // By which the data, and the place of photos and papers, are reached where they are on a server.
      ...['PGPASSWORD', 'PGPASSFILE', 'NODE_EXTRA_CA_CERTS'],
      // Where `.pgpass` lies.
      ...['HOME', 'APPDATA'],
      ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
    ),
  };
}

function copierFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../../copier/copier.process.ts', built: 'copier.js' }, from);
}
