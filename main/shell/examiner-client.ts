/** Starts a process when there is a file to look at, and ends it when it exceeds its limits or idles. */
import type * as z from 'zod';
import {
  type FileExamination,
  type FileToExamine,
  fileExamination,
  type PdfReading,
  type PdfToRead,
  pdfReading,
} from '../engine/file-examination.ts';
import { workerFile } from '../engine/worker-file.ts';
import { type FromExaminer, fromExaminer } from '../file-examiner/messages.ts';
import { forkProcess, type OwnProcess, type ProcessToStart } from './start-process.ts';

/** Which of the two processes: one examines files, the other reads the words of PDFs. */
export type ExaminerEntry = 'examiner' | 'pdfReader';

/** Looks at files in processes of their own, each process at one after the other. */
export interface FileExaminer {
  examine(file: FileToExamine): Promise<FileExamination>;
  readPdf(file: PdfToRead): Promise<PdfReading>;
  /** Ends the processes; what is open ends as `notDone`. */
  close(): void;
}

/** In milliseconds. */
interface ExaminerLimits {
  /** For one file, with the start of the process, which itself watches its processor time. */
  file: number;
  /** The same for the words of one PDF. */
  pdf?: number;
  /** Without any file, until the process is ended. */
  idle: number;
}
const defaultLimits: ExaminerLimits = { file: 180_000, idle: 30_000 };
const defaultPdfLimit = 90_000;

export function openFileExaminer(
  start: (entry: ExaminerEntry) => OwnProcess,
  limits = defaultLimits,
): FileExaminer {
  const { idle } = limits;
  const examiner = new SerialProcess<FileToExamine, FileExamination>(
    () => start('examiner'),
    { file: limits.file, idle },
    fileExamination,
  );
  const reader = new SerialProcess<PdfToRead, PdfReading>(
    () => start('pdfReader'),
    { file: limits.pdf ?? defaultPdfLimit, idle },
    pdfReading,
  );
  return {
    examine: (file) => examiner.ask(file),
    readPdf: (file) => reader.ask(file),
    close() {
      examiner.close();
      reader.close();
    },
  };
}

type Ending = { reason: string; began: boolean };
interface Running {
  process: OwnProcess;
  onMessage: (message: FromExaminer) => void;
  onEnd: (reason: string) => void;
}

/** What no file answers for. */
type NotAnswered = { outcome: 'ended' | 'notDone'; detail: string };

class SerialProcess<File, Answer extends object> {
  readonly #start: () => OwnProcess;
  readonly #limits: { file: number; idle: number };
  readonly #answer: z.ZodType<Answer>;
  #last: Promise<unknown> = Promise.resolve();
  #running: Running | null = null;
  #idle: NodeJS.Timeout | undefined;
  #calls = 0;
  #isClosed = false;

  constructor(start: () => OwnProcess, limits: { file: number; idle: number }, answer: z.ZodType<Answer>) {
    this.#start = start;
    this.#limits = limits;
    this.#answer = answer;
  }

  ask(file: File): Promise<Answer | NotAnswered> {
    const answer = this.#last.then(() => this.#ask(file));
    this.#last = answer;
    return answer;
  }

  close(): void {
    this.#isClosed = true;
    this.#end('The program is closing.');
  }

  async #ask(file: File): Promise<Answer | NotAnswered> {
    let ending = await this.#try(file);
    // An end before the file was read says nothing about it: a fresh process gets it once more.
    if ('reason' in ending && !ending.began) ending = await this.#try(file);
    if (!('reason' in ending)) return ending;
    return { outcome: ending.began && !this.#isClosed ? 'ended' : 'notDone', detail: ending.reason };
  }

  async #try(file: File): Promise<Answer | Ending> {
    if (this.#isClosed) return { reason: 'The program is closing.', began: false };
    const { promise, resolve } = Promise.withResolvers<Answer | Ending>();
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
      else {
        const answer = this.#answer.safeParse(message.answer);
        if (answer.success) resolve(answer.data);
        else this.#end(otherAnswer);
      }
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
        else if (this.#running === running) this.#end(otherAnswer);
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

const otherAnswer = 'It answered with something else than an examination.';

const entries = {
  examiner: {
    source: '../file-examiner/examiner.process.ts',
    built: 'file-examiner.js',
    name: 'Perito: files',
  },
  pdfReader: {
    source: '../file-examiner/pdf-reader.process.ts',
    built: 'pdf-reader.js',
    name: 'Perito: PDF',
  },
} as const satisfies Record<ExaminerEntry, { source: string; built: string; name: string }>;

/** What is started; tests start another file, with arguments. */
export function examinerProcess(
  entry: ExaminerEntry = 'examiner',
  file = workerFile(entries[entry], import.meta.url),
  args: string[] = [],
): ProcessToStart {
  return {
    ...{ file, args, name: entries[entry].name, hasLog: false },
    options: ['--max-old-space-size=512'],
    environment: { UV_THREADPOOL_SIZE: '1', RAYON_NUM_THREADS: '1' },
  };
}

/** Starts it under plain Node. */
export const forkExaminer = (entry?: ExaminerEntry, file?: URL, args?: string[]): OwnProcess =>
  forkProcess(examinerProcess(entry, file, args));
