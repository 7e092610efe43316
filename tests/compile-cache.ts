import { fileURLToPath } from 'node:url';

/** Where the processes that tests start keep what Node compiled, as `NODE_COMPILE_CACHE` says: the next start costs half. */
export const compileCache = fileURLToPath(
  new URL('../node_modules/.cache/compiled-for-tests', import.meta.url),
);
