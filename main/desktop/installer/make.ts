/**
 * `npm run dist`: the installers of the system that it runs on, in `dist/`. Arguments go to electron-builder. What newer versions
 * are looked for by is built in where the environment has it: `PERITO_UPDATE_FEED`, the address of a folder of HTTPS, and the key
 * that signs there, as `PERITO_UPDATE_KEY` (PEM, private: what is made is signed here too) or `PERITO_UPDATE_PUBLIC_KEY` alone.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { updatesBuiltIn } from './built-in-updates.ts';
import { signUpdates } from './sign-updates.ts';

const { PERITO_UPDATE_KEY: privateKey = '', ...environment } = process.env;
const cli = createRequire(import.meta.url).resolve('electron-builder/cli.js');
const args = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [cli, '--publish', 'never', ...updatesBuiltIn(process.env), ...args],
  {
    stdio: 'inherit',
    // Nothing that builds needs to know the key.
    env: { ...environment, CUSTOM_FPM_PATH: join(import.meta.dirname, 'deb/fpm.ts') },
  },
);
const isSigned = status === 0 && privateKey !== '' && updatesBuiltIn(process.env).length > 0;
const given = args.find((text) => text.startsWith('-c.directories.output='));
if (isSigned) signUpdates(given?.split('=')[1] ?? 'dist', [], privateKey);
process.exitCode = status ?? 1;
