/** Entry of the engine's thread. */
import { collectAtRest } from './collect-at-rest.ts';
import { openEngine } from './engine.ts';
import { runEngineThread } from './engine-thread.ts';

collectAtRest();
await runEngineThread(openEngine);
