/** Entry of the thread that reads whom this computer trusts. */
import { parentPort } from 'node:worker_threads';
import { readCaCertificates } from './trust.ts';

parentPort?.postMessage(readCaCertificates());
