import { destination, pino } from 'pino';

/** Structured log; nothing that it is given may hold a secret or a person's data. */
export interface EngineLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** One line of JSON an entry on standard error; standard output belongs to the ready line. */
export const logToStandardError: EngineLog = pino(
  {
    level: process.env['PERITO_LOG_LEVEL'] ?? 'info',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  },
  destination({ fd: 2, sync: true }),
);
