import { fstatSync, writeSync } from 'node:fs';
import { pino } from 'pino';

/** Structured log; nothing that it is given may hold a secret or a person's data. Never throws. */
export interface EngineLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/**
 * Writes lines to a file descriptor as they come. A line that cannot be written (a full disk, a closed terminal, a reader
 * that is gone or takes nothing) is lost, and nobody hears of it but the next line that can: pino's own destination
 * throws then, and would end the thread that logs.
 */
export function linesTo(fd: number): { write(line: string): void } {
  let lost = 0;
  return {
    write(line) {
      const note =
        lost === 0 ? '' : `${JSON.stringify({ level: 40, lost, msg: 'Lines of this log were lost.' })}\n`;
      try {
        let bytes = Buffer.from(note + line);
        while (bytes.length > 0) bytes = bytes.subarray(writeSync(fd, bytes));
        lost = 0;
      } catch {
        lost += 1;
      }
    },
  };
}

/**
 * What stands before a line that goes to systemd's journal, which takes the urgency from there (sd-daemon(3)); empty elsewhere.
 * `JOURNAL_STREAM` names the file that is the journal's, since a child may write elsewhere.
 */
export function urgencyMark(
  level: 'info' | 'warn' | 'error',
  stream: string | undefined = process.env['JOURNAL_STREAM'],
): string {
  if (stream === undefined) return '';
  try {
    const { dev, ino } = fstatSync(2);
    return stream === `${dev}:${ino}` ? urgencies[level] : '';
  } catch {
    return '';
  }
}

const urgencies = { info: '<6>', warn: '<4>', error: '<3>' } as const;

/** With the urgency of each line before it, where that is heeded. */
function marked(to: { write(line: string): void }): { write(line: string): void } {
  if (urgencyMark('info') === '') return to;
  return {
    write(line) {
      const level = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 30);
      to.write(urgencyMark(level >= 50 ? 'error' : level >= 40 ? 'warn' : 'info') + line);
    },
  };
}

/** One line of JSON an entry on standard error; standard output belongs to the ready line. */
export const logToStandardError: EngineLog = pino(
  {
    level: process.env['PERITO_LOG_LEVEL'] ?? 'info',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  },
  marked(linesTo(2)),
);
