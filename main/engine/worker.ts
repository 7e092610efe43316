/** Entry of the engine's thread. */
import { openEngine } from './engine.ts';
import { runEngineThread } from './thread.ts';

await runEngineThread(openEngine);
