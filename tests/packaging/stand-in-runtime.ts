/**
 * A folder in the layout of Electron's runtime for Linux, for electron-builder to pack with: Electron's own cannot be had
 * everywhere. Its executable has a wire of fuses, as Electron's has, and runs the command line from
 * inside the packed archive under Node, which reads there as Electron does.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As many fuses as Electron 45 has, in the states in which Electron ships them. */
const fuseWire = '101100011';

const readsArchives = fileURLToPath(new URL('asar-in-node.ts', import.meta.url));

export function makeStandInRuntime(folder: string): void {
  const files: Readonly<Record<string, string>> = {
    electron: executable(fuseWire),
    'chrome-sandbox': '',
    chrome_crashpad_handler: '',
    'chrome_100_percent.pak': '',
    'chrome_200_percent.pak': '',
    'icudtl.dat': '',
    'libEGL.so': '',
    'libGLESv2.so': '',
    'libffmpeg.so': '',
    'libvk_swiftshader.so': '',
    'libvulkan.so.1': '',
    'resources.pak': '',
    'snapshot_blob.bin': '',
    'v8_context_snapshot.bin': '',
    'vk_swiftshader_icd.json': '{}',
    version: '45.4.1',
    LICENSE: 'The licence of Electron',
    'LICENSES.chromium.html': 'The licences of Chromium',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  for (const name of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'])
    chmodSync(join(folder, name), 0o755);
  mkdirSync(join(folder, 'locales'));
  for (const language of ['de', 'en-GB', 'en-US', 'es', 'es-419', 'fr', 'pt-BR'])
    writeFileSync(join(folder, `locales/${language}.pak`), '');
}

/** A script whose last line is never read by the shell: the fuses' sentinel, version 1, their number and their states. */
export function executable(wire: string): string {
  const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  const here = '"$(dirname "$(readlink -f "$0")")"';
  return `#!/bin/sh
exec "$PERITO_TEST_NODE" --import '${readsArchives}' ${here}/resources/app.asar/out/main/cli.js "$@"
${sentinel}\u0001${String.fromCharCode(wire.length)}${wire}
`;
}
