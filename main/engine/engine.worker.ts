/** Entry of the engine's thread. */
import { openEngine } from './engine.ts';
import { runEngineThread } from './engine-thread.ts';

await runEngineThread(openEngine);
