import { writeSync } from 'node:fs';
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

/** One line of JSON an entry on standard error; standard output belongs to the ready line. */
export const logToStandardError: EngineLog = pino(
  {
    level: process.env['PERITO_LOG_LEVEL'] ?? 'info',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  },
  linesTo(2),
);
