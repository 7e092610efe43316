/** Starts the file examiner's process when there is a file to examine, and ends it when it exceeds its limits or idles. */
import type { FileExamination, FileToExamine } from '../engine/file-examination.ts';
import { workerFile } from '../engine/worker-file.ts';
import { type FromExaminer, fromExaminer, type ToExaminer } from '../file-examiner/messages.ts';
import { forkProcess, type OwnProcess, type ProcessToStart } from './start-process.ts';

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

export function openFileExaminer(start: () => OwnProcess, limits = defaultLimits): FileExaminer {
  return new SerialFileExaminer(start, limits);
}

type Ending = { reason: string; began: boolean };
interface Running {
  process: OwnProcess;
  onMessage: (message: FromExaminer) => void;
  onEnd: (reason: string) => void;
}

class SerialFileExaminer implements FileExaminer {
  readonly #start: () => OwnProcess;
  readonly #limits: ExaminerLimits;
  #last: Promise<unknown> = Promise.resolve();
  #running: Running | null = null;
  #idle: NodeJS.Timeout | undefined;
  #calls = 0;
  #isClosed = false;

  constructor(start: () => OwnProcess, limits: ExaminerLimits) {
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
    running.process.send({ call, file } satisfies ToExaminer);
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

/** What is started; tests start another file, with arguments. */
export function examinerProcess(file = examinerFile(), args: string[] = []): ProcessToStart {
  return {
    ...{ file, args, name: 'Perito: files', hasLog: false },
    options: ['--max-old-space-size=512'],
    environment: { UV_THREADPOOL_SIZE: '1', RAYON_NUM_THREADS: '1' },
  };
}

/** The file that the process runs. */
function examinerFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../file-examiner/examiner.process.ts', built: 'file-examiner.js' }, from);
}

/** Starts it under plain Node. */
export const forkExaminer = (file?: URL, args?: string[]): OwnProcess =>
  forkProcess(examinerProcess(file, args));
