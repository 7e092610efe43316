import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { implement } from '@orpc/server';
import { raise } from './closed-flag.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { engineContract, engineStart, type FromEngine, toEngine } from './engine-protocol.ts';
import type { EngineHost } from './host.ts';
import { type CallFault, serveOnPort } from './serve-port.ts';
import { StoreProblem } from './store/index.ts';

/**
 * The engine's thread: opens the engine with what the shell gave as `workerData`, serves it on every port
 * that the shell connects, and closes it when told to. Call it once, at the top of a worker's entry.
 */
export async function runEngineThread(open: (options: EngineOptions) => Promise<Engine>): Promise<void> {
  if (parentPort === null) throw new Error('The engine runs in a worker thread of a shell.');
  const shell = parentPort;
  const send = (message: FromEngine) => shell.postMessage(message);
  const { hostPort, shellPort, receiverPort, closed, run, options } = engineStart.parse(workerData);
  const host: EngineHost = createORPCClient(new RPCLink({ port: hostPort }));
  hostPort.start();
  let engine: Engine;
  try {
    const onStarting: EngineOptions['onStarting'] = (progress) => send({ type: 'starting', progress });
    engine = await open({ ...options, host, receiverPort, run, onStarting });
  } catch (failure) {
    send(asProblem(failure));
    for (const port of [hostPort, shellPort, receiverPort, shell]) port.close();
    return;
  }
  const served = new Set<MessagePort>([shellPort]);
  serveOnPort(shellRouter(engine), shellPort, {}, logCallFault);

  async function close(): Promise<void> {
    await engine.close().catch((cause: unknown) => logFault('close', cause));
    raise(closed);
    for (const port of served) port.close();
    send({ type: 'closed' });
  }

  shell.on('message', (raw: unknown) => {
    const message = toEngine.safeParse(raw);
    if (!message.success) return logFault('engine', message.error);
    if (message.data.type === 'close') return void close();
    if (message.data.type === 'receiver') return engine.joinReceiver(message.data.port);
    const { port, via } = message.data;
    served.add(port);
    port.on('close', () => served.delete(port));
    serveOnPort(engine.router, port, { via }, logCallFault);
  });
  send({ type: 'ready', receiverUrl: engine.receiverUrl() });
}

/** Answers the shell's own calls. */
function shellRouter(engine: Engine) {
  const on = implement(engineContract);
  return on.router({
    acceptCollected: on.acceptCollected.handler(({ input }) =>
      engine.acceptCollected(input.ticket, input.secret),
    ),
    recognise: on.recognise.handler(({ input }) => engine.recognise(input.asker)),
    hearing: on.hearing.handler(({ input }) => engine.hearing(input.askers)),
    attachmentFile: on.attachmentFile.handler(({ input }) =>
      engine.attachmentFile(input.attachmentId, input.variant, input.asker),
    ),
    exportFile: on.exportFile.handler(({ input }) => engine.exportFile(input.id, input.asker)),
  });
}

/** A start that failed, as data; only what was written for a person is passed on as it is. */
function asProblem(failure: unknown): FromEngine {
  if (failure instanceof StoreProblem) {
    const { code, message, fault } = failure;
    return { type: 'problem', code, message, fault };
  }
  logFault('start', failure);
  const text = failure instanceof Error ? failure.message : String(failure);
  return { type: 'problem', code: 'unexpected', message: `The engine could not start: ${text}`, fault: null };
}

const logCallFault = ({ procedure, cause }: CallFault): void => logFault(procedure, cause);

/** Inputs are never part of it: they may hold what a person typed. */
function logFault(where: string, cause: unknown): void {
  // A syntax error quotes what it could not read.
  const isInput = cause instanceof SyntaxError;
  const text = isInput ? 'a message was not JSON' : cause instanceof Error ? cause.stack : String(cause);
  process.stderr.write(
    `${JSON.stringify({ level: 'error', time: new Date().toISOString(), where, text })}\n`,
  );
}
