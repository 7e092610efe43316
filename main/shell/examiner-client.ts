/** Starts the file examiner's process when there is a file to examine, and ends it when it exceeds its limits or idles. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileExamination, FileToExamine } from '../engine/file-examination.ts';
import { workerFile } from '../engine/worker-file.ts';
import { type FromExaminer, fromExaminer, type ToExaminer } from '../file-examiner/messages.ts';

/** The file examiner's process, however this shell started it. It keeps its parent alive only after `ref`. */
export interface ExaminerProcess {
  readonly pid: number | undefined;
  send(message: ToExaminer): void;
  listen(onMessage: (message: unknown) => void, onEnd: (reason: string) => void): void;
  /** At once, whatever it is doing. */
  kill(): void;
  /** Keeps the parent alive while this process is. */
  ref(): void;
  unref(): void;
}
export type StartExaminer = () => ExaminerProcess;

/** Examines files in a process of their own, one after the other. */
export interface FileExaminer {
  examine(file: FileToExamine): Promise<FileExamination>;
  /** Ends the process; open examinations end as `notDone`. */
  close(): void;
}

/** In milliseconds. */
interface ExaminerLimits {
  /** For one file, with the start of the process, which itself watches its processor time. */
  file: number;
  /** Without any file, until the process is ended. */
  idle: number;
}
const defaultLimits: ExaminerLimits = { file: 180_000, idle: 30_000 };

export function openFileExaminer(start: StartExaminer, limits = defaultLimits): FileExaminer {
  return new SerialFileExaminer(start, limits);
}

type Ending = { reason: string; began: boolean };
interface Running {
  process: ExaminerProcess;
  onMessage: (message: FromExaminer) => void;
  onEnd: (reason: string) => void;
}

class SerialFileExaminer implements FileExaminer {
  readonly #start: StartExaminer;
  readonly #limits: ExaminerLimits;
  #last: Promise<unknown> = Promise.resolve();
  #running: Running | null = null;
  #idle: NodeJS.Timeout | undefined;
  #calls = 0;
  #isClosed = false;

  constructor(start: StartExaminer, limits: ExaminerLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  examine(file: FileToExamine): Promise<FileExamination> {
    const examination = this.#last.then(() => this.#examine(file));
    this.#last = examination;
    return examination;
  }

  close(): void {
    this.#isClosed = true;
    this.#end('The program is closing.');
  }

  async #examine(file: FileToExamine): Promise<FileExamination> {
    let ending = await this.#try(file);
    // An end before the file was read says nothing about it: a fresh process gets it once more.
    if ('reason' in ending && !ending.began) ending = await this.#try(file);
    if (!('reason' in ending)) return ending;
    return { outcome: ending.began && !this.#isClosed ? 'ended' : 'notDone', detail: ending.reason };
  }

  async #try(file: FileToExamine): Promise<FileExamination | Ending> {
    if (this.#isClosed) return { reason: 'The program is closing.', began: false };
    const { promise, resolve } = Promise.withResolvers<FileExamination | Ending>();
    const call = ++this.#calls;
    let began = false;
    clearTimeout(this.#idle);
    let running: Running;
    try {
      running = this.#running ??= this.#started();
    } catch (failure) {
      return { reason: failure instanceof Error ? failure.message : String(failure), began };
    }
    running.onEnd = (reason) => resolve({ reason, began });
    running.onMessage = (message) => {
      if (message.type === 'limitExceeded') {
        began = true;
        this.#end(message.detail);
      } else if (message.call !== call) return;
      else if (message.type === 'began') began = true;
      else resolve(message.examination);
    };
    const limit = setTimeout(() => {
      began = true;
      this.#end(`It took longer than ${this.#limits.file / 1000} seconds.`);
    }, this.#limits.file);
    running.process.ref();
    running.process.send({ call, file });
    const outcome = await promise;
    clearTimeout(limit);
    running.process.unref();
    this.#idle = setTimeout(() => this.#end('idle'), this.#limits.idle).unref();
    return outcome;
  }

  #started(): Running {
    const process = this.#start();
    const running: Running = { process, onMessage: () => {}, onEnd: () => {} };
    process.listen(
      (raw) => {
        const message = fromExaminer.safeParse(raw);
        if (message.success) running.onMessage(message.data);
        else if (this.#running === running) this.#end('It answered with something else than an examination.');
      },
      (reason) => {
        if (this.#running === running) this.#running = null;
        running.onEnd(reason);
      },
    );
    return running;
  }

  #end(reason: string): void {
    clearTimeout(this.#idle);
    const running = this.#running;
    this.#running = null;
    running?.process.kill();
    running?.onEnd(reason);
  }
}

/**
 * Starts the process under plain Node. Its output is discarded: standard output belongs to the ready line. Tests of this
 * file start another file, with arguments.
 */
export function forkExaminer(file = examinerFile(), args: string[] = []): ExaminerProcess {
  const child = fork(fileURLToPath(file), args, {
    env: examinerEnvironment(),
    execArgv: examinerOptions,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    pid: child.pid,
    // A message that cannot be sent is reported as the end of the process.
    send: (message) => child.send(message, () => {}),
    listen(onMessage, onEnd) {
      child.on('message', onMessage);
      child.on('error', (failure) => {
        child.kill('SIGKILL');
        onEnd(`The process failed: ${failure.message}`);
      });
      child.on('exit', (code, signal) => onEnd(`The process ended with ${signal ?? `exit code ${code}`}.`));
    },
    kill: () => child.kill('SIGKILL'),
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
  };
}

/** The file that the process runs. */
export function examinerFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../file-examiner/examiner.process.ts', built: 'file-examiner.js' }, from);
}

/** V8 options of the process. */
export const examinerOptions = ['--max-old-space-size=512'];

/** The whole environment of the process, so that it holds no key and no option of the parent's. */
export function examinerEnvironment(): Record<string, string> {
  const system = ['SystemRoot', 'windir', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(system), UV_THREADPOOL_SIZE: '1', RAYON_NUM_THREADS: '1' };
}
