import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Engine, EngineOptions } from './engine.ts';
import { createHostClient } from './host-over-port.ts';
import { serveOnPort } from './serve-port.ts';
import { StoreProblem } from './store/index.ts';
import { engineStart, type FromEngine, type ToEngine, toEngine } from './worker-messages.ts';

/**
 * The engine's thread: opens the engine with what the shell gave as `workerData`, serves it on every port
 * that the shell connects, and closes it when told to. Call it once, at the top of a worker's entry.
 */
export async function runEngineThread(open: (options: EngineOptions) => Promise<Engine>): Promise<void> {
  if (parentPort === null) throw new Error('The engine runs in a worker thread of a shell.');
  const shell = parentPort;
  const { hostPort, options } = engineStart.parse(workerData);
  let engine: Engine;
  try {
    engine = await open({ ...options, host: createHostClient(hostPort) });
  } catch (failure) {
    say(shell, asProblem(failure));
    hostPort.close();
    shell.close();
    return;
  }
  const served = new Set<MessagePort>();
  shell.on('message', (message: unknown) => {
    handleMessage(engine, shell, served, toEngine.parse(message)).catch((cause: unknown) =>
      logFault('engine', cause),
    );
  });
  say(shell, { type: 'ready', receiverUrl: engine.receiverUrl() });
}

async function handleMessage(
  engine: Engine,
  shell: MessagePort,
  served: Set<MessagePort>,
  message: ToEngine,
): Promise<void> {
  if (message.type === 'connect') {
    const { port, via } = message;
    served.add(port);
    port.on('close', () => served.delete(port));
    serveOnPort(engine.router, port, { via }, ({ procedure, cause }) => logFault(procedure, cause));
  } else if (message.type === 'collected') {
    const { ticket, secret } = message;
    const outcome = await engine.acceptCollected(ticket, secret).catch((cause: unknown) => {
      logFault('acceptCollected', cause);
      return null;
    });
    say(shell, { type: 'outcome', ticket, outcome });
  } else if (message.type === 'file') {
    const { call, attachmentId, variant } = message;
    const file = await engine.attachmentFile(attachmentId, variant).catch((cause: unknown) => {
      logFault('attachmentFile', cause);
      return null;
    });
    say(shell, { type: 'file', call, file });
  } else {
    await engine.close().catch((cause: unknown) => logFault('close', cause));
    for (const port of served) port.close();
    say(shell, { type: 'closed' });
  }
}

function say(shell: MessagePort, message: FromEngine): void {
  shell.postMessage(message);
}

/** A start that failed, as data; only what was written for a person is passed on as it is. */
function asProblem(failure: unknown): FromEngine {
  if (failure instanceof StoreProblem) {
    return { type: 'problem', code: failure.code, message: failure.message };
  }
  logFault('start', failure);
  const words = failure instanceof Error ? failure.message : String(failure);
  return { type: 'problem', code: 'unexpected', message: `The engine could not start: ${words}` };
}

/** Inputs are never part of it: they may hold what a person typed. */
function logFault(where: string, cause: unknown): void {
  // A syntax error quotes what it could not read.
  const isInput = cause instanceof SyntaxError;
  const text = isInput ? 'a message was not JSON' : cause instanceof Error ? cause.stack : String(cause);
  process.stderr.write(
    `${JSON.stringify({ level: 'error', time: new Date().toISOString(), where, text })}\n`,
  );
}
