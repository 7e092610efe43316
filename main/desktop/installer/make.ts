/** `npm run dist`: the installers of the system that it runs on, in `dist/`. Arguments go to electron-builder. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const cli = createRequire(import.meta.url).resolve('electron-builder/cli.js');
const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CUSTOM_FPM_PATH: join(import.meta.dirname, 'deb/fpm.ts') },
});
process.exitCode = status ?? 1;
