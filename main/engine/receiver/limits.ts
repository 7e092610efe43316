/** What the receiver bounds; a test gives smaller ones. Bytes and milliseconds. */
export interface ReceiverLimits {
  /** The largest body that is taken. */
  bodyBytes: number;
  /** Up to here a larger body is kept whole, to be refused. */
  keptBytes: number;
  /** All bodies that are in memory together; beyond it large ones are cut or put off. */
  memoryBytes: number;
  headersTimeout: number;
  /** For a whole request to arrive; an answer that is held is not bounded by it. */
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  /** How long `stop` waits for calls that are being answered. */
  stopTimeout: number;
  /** How long the rest of a body that is not wanted is let run out after its answer. */
  lingerTimeout: number;
  /** Failures from one address within `failureWindow` before it is told to wait. */
  failures: number;
  failureWindow: number;
}

const mebibyte = 1024 * 1024;

export const defaultLimits: ReceiverLimits = {
  bodyBytes: 8 * mebibyte,
  keptBytes: 32 * mebibyte,
  memoryBytes: 256 * mebibyte,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1000,
  stopTimeout: 4000,
  lingerTimeout: 1000,
  failures: 10,
  failureWindow: 60_000,
};
