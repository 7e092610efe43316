/** What was asked of the server, and how much at once. */
import type { IncomingHttpHeaders } from 'node:http';

export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** Null while it is answered, and of an answer without a status line. */
  status: number | null;
  /** `whole`: all was handed to the network; `cut`: the connection ended first. */
  end: 'whole' | 'cut' | null;
}

export interface RequestLog {
  all: SeenRequest[];
  mostAtOnce: { requests: number; connections: number };
  begin(request: SeenRequest): { end(how: 'whole' | 'cut', status: number | null): void };
  connected(): { gone(): void };
  /** Resolves as soon as this holds; looked at whenever a request or connection begins or ends. */
  until(holds: () => boolean): Promise<void>;
}

export function openRequestLog(): RequestLog {
  const now = { requests: 0, connections: 0 };
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of [...waiting]) look();
  };
  const count = (what: keyof typeof now, by: 1 | -1) => {
    now[what] += by;
    log.mostAtOnce[what] = Math.max(log.mostAtOnce[what], now[what]);
    changed();
  };
  const log: RequestLog = {
    all: [],
    mostAtOnce: { requests: 0, connections: 0 },
    begin(request) {
      log.all.push(request);
      count('requests', 1);
      return {
        end(how, status) {
          if (request.end !== null) return;
          request.end = how;
          request.status = status;
          count('requests', -1);
        },
      };
    },
    connected() {
      count('connections', 1);
      return { gone: () => count('connections', -1) };
    },
    until(holds) {
      return new Promise((resolve) => {
        const look = () => {
          if (!holds()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
  };
  return log;
}
