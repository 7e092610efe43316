/** Entry of the thread that reads whom this computer trusts. */
import { parentPort } from 'node:worker_threads';
import { readAuthorities } from './authorities.ts';

parentPort?.postMessage(readAuthorities());
