/**
 * `node run-packed.ts APP_ASAR ARGUMENTS`: the command line inside a packed archive, from a folder of its own files and the ones
 * beside it that are unpacked. Plain Node reads no such archive, so it is taken apart first.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractAll } from '@electron/asar';

const [archive = '', ...rest] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'perito-packed-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
extractAll(archive, folder);
const cli = join(folder, 'out/main/cli.js');
process.argv = [process.execPath, cli, ...rest];
await import(pathToFileURL(cli).href);
