import { runEngineThread } from '../../main/engine/thread.ts';
import { openSmallEngine } from './small-engine.ts';

await runEngineThread(openSmallEngine);
