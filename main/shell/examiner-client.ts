import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileExamination, FileToExamine } from '../engine/file-examination.ts';
import { workerFile } from '../engine/worker-file.ts';
import { type FromExaminer, fromExaminer, type ToExaminer } from '../file-examiner/messages.ts';

/** A process that looks at files, however this shell started it. It holds its parent only while it has `ref`. */
export interface ExaminerProcess {
  readonly pid: number | undefined;
  send(message: ToExaminer): void;
  listen(onMessage: (message: unknown) => void, onEnd: (how: string) => void): void;
  /** At once, whatever it is doing. */
  kill(): void;
  /** The parent stays while this process does. */
  ref(): void;
  unref(): void;
}
export type StartExaminer = () => ExaminerProcess;

/** Looks at files in a process of their own, started when one is there to look at. */
export interface FileExaminer {
  examine(file: FileToExamine): Promise<FileExamination>;
  /** Ends the process; what is still asked for is not done. */
  close(): void;
}

/** In milliseconds. */
interface ExaminerLimits {
  /** For one file, with the start of the process; the process itself watches the processor time that it takes. */
  file: number;
  /** Without any file, until the process is ended. */
  idle: number;
}
const usualLimits: ExaminerLimits = { file: 180_000, idle: 30_000 };

export function openFileExaminer(start: StartExaminer, limits = usualLimits): FileExaminer {
  return new SerialFileExaminer(start, limits);
}

type Ending = { how: string; began: boolean };
interface Running {
  process: ExaminerProcess;
  heard: (message: FromExaminer) => void;
  ended: (how: string) => void;
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
    // An end before the file was touched says nothing about it: a fresh process gets it once more.
    if ('how' in ending && !ending.began) ending = await this.#try(file);
    if (!('how' in ending)) return ending;
    return { outcome: ending.began && !this.#isClosed ? 'ended' : 'notDone', detail: ending.how };
  }

  async #try(file: FileToExamine): Promise<FileExamination | Ending> {
    if (this.#isClosed) return { how: 'The program is closing.', began: false };
    const { promise, resolve } = Promise.withResolvers<FileExamination | Ending>();
    const call = ++this.#calls;
    let began = false;
    clearTimeout(this.#idle);
    let running: Running;
    try {
      running = this.#running ??= this.#started();
    } catch (failure) {
      return { how: failure instanceof Error ? failure.message : String(failure), began };
    }
    running.ended = (how) => resolve({ how, began });
    running.heard = (message) => {
      if (message.type === 'overspent') {
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
    const running: Running = { process, heard: () => {}, ended: () => {} };
    process.listen(
      (raw) => {
        const message = fromExaminer.safeParse(raw);
        if (message.success) running.heard(message.data);
        else if (this.#running === running) this.#end('It answered with something else than an examination.');
      },
      (how) => {
        if (this.#running === running) this.#running = null;
        running.ended(how);
      },
    );
    return running;
  }

  #end(how: string): void {
    clearTimeout(this.#idle);
    const running = this.#running;
    this.#running = null;
    running?.process.kill();
    running?.ended(how);
  }
}

/**
 * Starts the process under plain Node. Its output goes nowhere: standard output belongs to the ready line. Another file,
 * with arguments, is for tests of the shell's side.
 */
export function forkExaminer(file = examinerFile(), given: string[] = []): ExaminerProcess {
  const child = fork(fileURLToPath(file), given, {
    env: examinerEnvironment(),
    execArgv: examinerOptions,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    pid: child.pid,
    // What comes of a message that cannot be sent is heard as the end of the process.
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

/** The file that the process runs which looks at files from the network. */
export function examinerFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../file-examiner/examiner.process.ts', built: 'file-examiner.js' }, from);
}

/** Its V8 options; the environment is given whole, so that no key and no option of the parent's is in it. */
export const examinerOptions = ['--max-old-space-size=512'];

export function examinerEnvironment(): Record<string, string> {
  const system = ['SystemRoot', 'windir', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(system), UV_THREADPOOL_SIZE: '1', RAYON_NUM_THREADS: '1' };
}
