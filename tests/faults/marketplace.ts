/**
 * A marketplace that makes every kind of call at once, over and over: records of all four kinds, the same again and changed,
 * bodies that are refused, lookups, balances, cancel calls that are held. What was not answered it sends again once it can, as
 * a real one does. It writes down what it sent and what it was told.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Random, randomFor } from '../../main/simulator/random.ts';
import { type RecordKind, recordKinds } from '../../shared/terms.ts';
import { financialDocument } from '../engine/financial-documents.ts';
import { incidentReport } from '../engine/incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../engine/orders.ts';
import { thorough } from '../thorough.ts';

/** When a call was made first, and when it was answered first; on the clock of `performance.now()`. */
export interface Told {
  sentAt: number;
  answeredAt: number | null;
}

/** An answer that says that something was kept, by one of several receivers; in milliseconds since 1970. */
export interface Acknowledged {
  url: string;
  sentAt: number;
  answeredAt: number;
  /** Whether it says that an order is cancelled. */
  isCancelled: boolean;
}

/** A record, with every content that was sent of it in its order; the next only after the one before was answered. */
export interface SentRecord {
  kind: RecordKind;
  id: number;
  contents: (Told & { body: string })[];
  /** Each number that it was answered with. */
  numbers: Set<string>;
}

/** A body that was refused, a policy that was looked up or a cancel call, told from all others by its mark. */
export interface SentOnce extends Told {
  what: 'rejected' | 'lookup' | 'ask';
  mark: string;
  /** Of a cancel call. */
  isCancelled: boolean;
}

const resources = {
  purchaseOrder: { path: '/PurchaseOrders', idName: 'purchaseOrderId', numberName: 'purchaseOrderNumber' },
  serviceOrder: { path: '/ServiceOrders', idName: 'serviceOrderId', numberName: 'serviceOrderNumber' },
  incidentReport: {
    path: '/incidentReports',
    idName: 'incidentReportFormId',
    numberName: 'internalIncidentReportId',
  },
  financialDocument: { path: '/financialDocuments', idName: 'documentId', numberName: 'internalDocumentId' },
} as const satisfies Record<RecordKind, object>;
const bodyOf = { purchaseOrder, serviceOrder, incidentReport, financialDocument } as const;

/** Refused, and long enough to be kept once however often it comes. */
export const repeatedRefusal = `{"texto":"${'x'.repeat(400)}`;

/** Loops that send at once, besides cancel calls, which they do not wait for. */
const usualSenders = 8;
/**
 * Milliseconds between two calls of a sender. Some calls are always under way, and what they cost does not grow with how long
 * the test takes; with PERITO_THOROUGH=1 each call follows the one before at once.
 */
const usualPause = thorough ? 0 : 10;
const maxOpenAsks = 12;

export class Marketplace {
  readonly records: SentRecord[] = [];
  readonly once: SentOnce[] = [];
  /** How often the repeated refusal was sent, and answered. */
  readonly repeated = { sent: 0, answered: 0 };
  /** Answers that no call of these should get. */
  readonly unexpected: string[] = [];
  /** Every answer but those that say to come again. */
  readonly acknowledgements: Acknowledged[] = [];
  /** Answers that say to come again, of receivers whose database may be away. */
  comeAgain = 0;
  readonly #random: Random;
  readonly #key: string;
  readonly #busy = new Set<SentRecord>();
  #ids = 0;
  #openAsks = 0;
  #agent: Agent | null = null;
  readonly #mayBeAway: boolean;
  readonly #senders: number;
  readonly #pause: number;

  /** Receivers whose database `mayBeAway` may answer 503 with the time to come again. */
  constructor(
    seed: number,
    key: string,
    {
      mayBeAway = false,
      senders = usualSenders,
      pause = usualPause,
    }: { mayBeAway?: boolean; senders?: number; pause?: number } = {},
  ) {
    this.#senders = senders;
    this.#pause = pause;
    this.#random = randomFor(seed, 'load');
    this.#key = Buffer.from(key).toString('base64');
    this.#mayBeAway = mayBeAway;
  }

  /** All that was answered with what was kept. */
  get acknowledged(): number {
    const contents = this.records.flatMap((record) => record.contents);
    return [...contents, ...this.once].filter(({ answeredAt }) => answeredAt !== null).length;
  }

  /** How many of those were answered after an instant of `performance.now()`. */
  answeredAfter(instant: number): number {
    const contents = this.records.flatMap((record) => record.contents);
    return [...contents, ...this.once].filter(({ answeredAt }) => (answeredAt ?? 0) > instant).length;
  }

  /**
   * Calls receivers that may be away, or end, at any moment, until it is stopped: each sender one of them, until that fails.
   * A delivery that fails is made again by whoever comes to its record next.
   */
  start(...urls: readonly [string, ...string[]]) {
    const agent = new Agent({ keepAlive: true });
    this.#agent = agent;
    let isStopped = false;
    const asks = new Set<Promise<unknown>>();
    const sender = async () => {
      for (let turn = 0; !isStopped; ) {
        const url = urls[turn % urls.length] ?? urls[0];
        try {
          await this.#next(url, asks);
          if (this.#pause > 0) await new Promise((resolve) => setTimeout(resolve, this.#pause));
        } catch (failure) {
          if (failure instanceof ComeAgain) await new Promise((resolve) => setTimeout(resolve, 50));
          turn += 1;
          while (!isStopped && !(await isThere(urls[turn % urls.length] ?? urls[0]))) {
            await new Promise((resolve) => setTimeout(resolve, 5));
            turn += 1;
          }
        }
      }
    };
    const all = Promise.all(Array.from({ length: this.#senders }, sender));
    return {
      /** Waits for all that is open; a receiver that is killed has ended by then. */
      async stop() {
        isStopped = true;
        await all;
        await Promise.all(asks);
        agent.destroy();
      },
    };
  }

  /** Sends again what was not answered, until it is. */
  async finish(url: string): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    this.#agent = agent;
    const isOpen = ({ contents }: SentRecord) => contents.at(-1)?.answeredAt === null;
    for (const record of this.records.filter(isOpen)) {
      for (;;) {
        const end = await this.#deliver(url, record).catch((failure: unknown) => failure);
        if (!(end instanceof ComeAgain)) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    agent.destroy();
  }

  /** One call, drawn anew. Rejects where the connection failed. */
  async #next(url: string, asks: Set<Promise<unknown>>): Promise<void> {
    const drawn = this.#random.fraction();
    if (drawn < 0.35) return this.#deliver(url, this.#newRecord());
    if (drawn < 0.65) return this.#again(url);
    if (drawn < 0.75) return this.#refused(url);
    if (drawn < 0.85) return this.#lookUp(url);
    if (this.#openAsks >= maxOpenAsks) return this.#again(url);
    const ask = this.#ask(url).catch(() => {});
    asks.add(ask);
    void ask.then(() => asks.delete(ask));
  }

  #newRecord(): SentRecord {
    this.#ids += 1;
    const kind = this.#random.pick(recordKinds);
    const record = { kind, id: this.#ids, contents: [], numbers: new Set<string>() };
    this.records.push(record);
    this.#addContent(record);
    return record;
  }

  #addContent({ kind, id, contents }: SentRecord): void {
    const revision = contents.length + 1;
    // One in forty is read in a thread of its own.
    const comments = this.#random.chance(0.025) ? 'larga '.repeat(50_000) : `contenido ${revision}`;
    const body = JSON.stringify({ ...bodyOf[kind](id), comments, note: revision });
    contents.push({ body, sentAt: performance.now(), answeredAt: null });
  }

  /** A record that was sent before: as it was, spaced otherwise, changed, or twice at once. */
  async #again(url: string): Promise<void> {
    const recent = this.records.slice(-60).filter((record) => !this.#busy.has(record));
    if (recent.length === 0) return this.#deliver(url, this.#newRecord());
    const record = this.#random.pick(recent);
    const isAnswered = record.contents.at(-1)?.answeredAt !== null;
    if (isAnswered && this.#random.chance(0.5)) this.#addContent(record);
    return this.#deliver(url, record, {
      isSpaced: this.#random.chance(0.3),
      times: this.#random.integer(1, 2),
    });
  }

  /** Sends the last content of a record, once or twice at once. Nobody else sends the record meanwhile. */
  async #deliver(url: string, record: SentRecord, { isSpaced = false, times = 1 } = {}): Promise<void> {
    const { kind, id, contents, numbers } = record;
    const { path, idName, numberName } = resources[kind];
    const content = contents.at(-1);
    if (content === undefined) return;
    // Once its bytes are there, the same in other bytes is no other content.
    const mayBeSpaced = isSpaced && content.answeredAt !== null;
    const body = mayBeSpaced ? JSON.stringify(JSON.parse(content.body), null, 1) : content.body;
    const send = async () => {
      const answer = await this.#call(url, path, body);
      if (answer.status !== 200) return this.#unexpected(answer);
      content.answeredAt ??= performance.now();
      const told: Record<string, unknown> = JSON.parse(answer.body);
      if (told[idName] !== id) return this.#unexpected(answer);
      numbers.add(String(told[numberName]));
    };
    this.#busy.add(record);
    const ends = await Promise.allSettled(Array.from({ length: times }, send));
    this.#busy.delete(record);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #refused(url: string): Promise<void> {
    if (this.#random.chance(0.4)) {
      this.repeated.sent += 1;
      const answer = await this.#call(url, '/PurchaseOrders', repeatedRefusal);
      if (answer.status !== 400) return this.#unexpected(answer);
      this.repeated.answered += 1;
      return;
    }
    const sent = this.#sendOnce('rejected');
    const isElsewhere = this.#random.chance(0.3);
    const body = isElsewhere ? `{"marca":"${sent.mark}"}` : `{"marca":"${sent.mark}"`;
    const answer = await this.#call(url, isElsewhere ? '/Nada' : '/ServiceOrders', body);
    if (answer.status !== (isElsewhere ? 404 : 400)) return this.#unexpected(answer);
    sent.answeredAt = performance.now();
  }

  async #lookUp(url: string): Promise<void> {
    const sent = this.#sendOnce('lookup');
    const isBalance = this.#random.chance(0.3);
    const path = isBalance
      ? `/InsurancePolicies/${sent.mark}/balance?vin=1HGCM82633A004352`
      : `/InsurancePolicies?insurancePolicyNumber=${sent.mark}&incidentDate=2026-06-01`;
    const answer = await this.#call(url, path, null);
    if (answer.status !== (isBalance ? 404 : 200)) return this.#unexpected(answer);
    sent.answeredAt = performance.now();
  }

  /** About a recent order, or one that nobody knows. */
  async #ask(url: string): Promise<void> {
    const sent = this.#sendOnce('ask');
    const orders = this.records.slice(-40).filter(({ kind }) => kind.endsWith('Order'));
    const order = orders.length > 0 && this.#random.chance(0.9) ? this.#random.pick(orders) : null;
    const kind = order?.kind === 'serviceOrder' ? 'serviceOrder' : 'purchaseOrder';
    const id = order?.id ?? 1_000_000 + this.#ids;
    this.#openAsks += 1;
    try {
      const body = JSON.stringify({ [`${kind}Id`]: id, cancellationReason: sent.mark });
      const answer = await this.#call(url, `${resources[kind].path}/${id}/cancel`, body);
      if (answer.status !== 200) return this.#unexpected(answer);
      sent.isCancelled = isCancelled(answer);
      sent.answeredAt = performance.now();
    } finally {
      this.#openAsks -= 1;
    }
  }

  #sendOnce(what: SentOnce['what']): SentOnce {
    const mark = `${what}-${this.once.length + 1}.`;
    const sent = { what, mark, sentAt: performance.now(), answeredAt: null, isCancelled: false };
    this.once.push(sent);
    return sent;
  }

  #unexpected({ status, body }: { status: number; body: string }): void {
    this.unexpected.push(`${status} ${body.slice(0, 200)}`);
  }

  async #call(url: string, path: string, body: string | null): Promise<{ status: number; body: string }> {
    const sentAt = Date.now();
    const sent = request(`${url}${path}`, {
      method: body === null ? 'GET' : 'POST',
      ...(this.#agent !== null && { agent: this.#agent }),
      headers: {
        'x-api-key': this.#key,
        ...(body !== null && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      },
    });
    sent.end(body ?? undefined);
    const [response] = await once(sent, 'response');
    const answer = { status: response.statusCode ?? 0, body: await text(response) };
    if (this.#mayBeAway && answer.status === 503 && Number(response.headers['retry-after']) > 0) {
      this.comeAgain += 1;
      throw new ComeAgain();
    }
    this.acknowledgements.push({ url, sentAt, answeredAt: Date.now(), isCancelled: isCancelled(answer) });
    return answer;
  }
}

function isCancelled({ status, body }: { status: number; body: string }): boolean {
  return status === 200 && body.includes('isCancelled') && JSON.parse(body).isCancelled === true;
}

/** Nothing was taken. */
class ComeAgain extends Error {}

/** Whether somebody takes connections there. */
async function isThere(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
