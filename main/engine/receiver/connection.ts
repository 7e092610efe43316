/** The engine's end of the connection with the receiver's thread. */
import type { MessagePort } from 'node:worker_threads';
import type { ReceiverConfiguration } from './configuration.ts';
import type {
  AskInstruction,
  EngineToReceiver,
  ReceiverReport,
  ReceiverStatus,
  ReceiverToEngine,
} from './protocol.ts';

export interface ReceiverConnection {
  /** As of the last report. */
  state(): ReceiverStatus;
  /** The last entry of the journal, as of the last report. */
  seq(): number;
  /** Resolves once it is in force and the receiver listens, or cannot: that is the `error` of `state`. */
  configure(configuration: ReceiverConfiguration): Promise<void>;
  /** Has a held call answered; nothing happens where it is not held any more. */
  answer(instruction: AskInstruction): void;
  close(): void;
}

/** The state of a receiver whose thread is gone. */
const gone = (before: ReceiverStatus): ReceiverStatus => ({
  ...before,
  state: 'failed',
  url: null,
  heldCalls: 0,
  error: { code: 'other', detail: 'The receiver ended.' },
});

/** Connects with the receiver; resolves with its first report. */
export async function connectReceiver(
  port: MessagePort,
  onReport: (report: ReceiverReport, before: ReceiverReport) => void,
): Promise<ReceiverConnection> {
  const commands = new Map<number, () => void>();
  let lastCommand = 0;
  let isClosed = false;
  const first = Promise.withResolvers<ReceiverReport>();
  let report: ReceiverReport | null = null;
  port.on('message', (message: ReceiverToEngine) => {
    if (message.type === 'done') {
      commands.get(message.call)?.();
      commands.delete(message.call);
      return;
    }
    const before = report;
    report = message;
    if (before === null) first.resolve(message);
    else onReport(message, before);
  });
  port.on('close', () => {
    isClosed = true;
    first.reject(new Error('The receiver ended before it could be joined.'));
    for (const resolve of commands.values()) resolve();
    commands.clear();
    if (report === null) return;
    const before = report;
    report = { ...report, state: gone(report.state), used: [] };
    onReport(report, before);
  });
  const post = (message: EngineToReceiver) => port.postMessage(message);
  const initial = await first.promise;
  const latest = () => report ?? initial;
  return {
    state: () => latest().state,
    seq: () => latest().seq,
    configure(configuration) {
      if (isClosed) return Promise.resolve();
      lastCommand += 1;
      const call = lastCommand;
      return new Promise((resolve) => {
        commands.set(call, resolve);
        post({ type: 'configure', call, configuration });
      });
    },
    answer: (instruction) => post({ type: 'answer', instruction }),
    close() {
      isClosed = true;
      port.removeAllListeners('close');
      port.close();
    },
  };
}
