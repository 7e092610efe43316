import { runEngineThread } from '../../main/engine/engine-thread.ts';
import { openSmallEngine } from './small-engine.ts';

await runEngineThread(openSmallEngine);
