import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findDesktopRuntime, openLink, runDesktop } from '../../main/command-line/start.ts';
import { perito, type Ready, temporaryFolder } from './perito.ts';

describe('which shell starts', () => {
  function electronPackage(parts: { named: boolean; binary: boolean }): string {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'dist'));
    if (parts.named) writeFileSync(join(folder, 'path.txt'), 'electron\n');
    if (parts.binary) writeFileSync(join(folder, 'dist', 'electron'), '');
    return folder;
  }
  const display = { DISPLAY: ':0' };

  test.each([
    ['installed, with a display', { named: true, binary: true }, display, 'linux', true],
    ['installed, on Wayland', { named: true, binary: true }, { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
    ['installed, on macOS', { named: true, binary: true }, {}, 'darwin', true],
    ['installed, with no display', { named: true, binary: true }, {}, 'linux', /no display/],
    ['named but not downloaded', { named: true, binary: false }, display, 'linux', /not installed/],
    ['never downloaded', { named: false, binary: false }, display, 'linux', /not installed/],
  ] as const)('%s', (_name, parts, environment, platform, found) => {
    const packageFolder = electronPackage(parts);
    const runtime = findDesktopRuntime({ environment, platform, packageFolder });
    if (found === true) expect(runtime).toEqual({ program: join(packageFolder, 'dist', 'electron') });
    else
      expect(runtime).toEqual({
        program: null,
        why: { en: expect.stringMatching(found), es: expect.any(String) },
      });
  });

  test('a runtime kept elsewhere is used', () => {
    const kept = join(electronPackage({ named: false, binary: true }), 'dist');
    const environment = { ...display, ELECTRON_OVERRIDE_DIST_PATH: kept };
    const runtime = findDesktopRuntime({ environment, platform: 'linux', packageFolder: null });
    expect(runtime).toEqual({ program: join(kept, 'electron') });
    const empty = { ...environment, ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder() };
    expect(
      findDesktopRuntime({ environment: empty, platform: 'linux', packageFolder: null }).program,
    ).toBeNull();
  });

  test('where the desktop cannot run it says so and why, and serves the console to the browser', async () => {
    const dataDir = temporaryFolder();
    // Whatever runtime and display the tests run with.
    const environment = { ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder(), LANG: 'C' };
    const first = perito(['start', '--data', dataDir, '--receiver-port', '0'], environment);
    const ready: Ready = JSON.parse(await first.firstLine);
    expect((await fetch(ready.consoleUrl)).status).toBe(401);
    await expect.poll(() => first.errors()).toContain('ticket=');
    const link = /http:\S+ticket=\S+/.exec(first.errors())?.[0] ?? '';
    expect((await fetch(link)).status).toBe(200);
    const told = [
      expect.stringMatching(
        /^El escritorio no .*; la consola se abre en el navegador\. El programa de Electron/,
      ),
      expect.stringMatching(/^The desktop cannot .*; the console opens in the browser\. Electron's runtime/),
      `Datos / Data: ${dataDir}. Ctrl+C termina / ends.`,
    ];
    const opened = expect.stringMatching(/^Consola .* http:/);
    const linesOf = (errors: string) => errors.split('\n').filter((line) => !/^(\{|$)/.test(line));

    // The one that is there keeps its data.
    const second = await perito(['start', '--data', dataDir], environment).ended;
    expect(second.code).toBe(69);
    expect(linesOf(second.errors)).toEqual([
      ...told,
      expect.stringContaining('Otro Perito trabaja ya con estos datos'),
      `Another Perito is using ${dataDir}. Close it, or choose another data directory.`,
    ]);

    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const port = Object(taken.address()).port;
    await fetch(`${ready.consoleUrl}/rpc/settings/update`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.consoleToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: { receiver: { port } } }),
    });
    first.child.kill('SIGINT');
    const ended = await first.ended;
    expect([ended.code, linesOf(ended.errors)]).toEqual([0, [...told, opened]]);

    const third = perito(['start', '--data', dataDir], environment);
    expect(JSON.parse(await third.firstLine)).toMatchObject({ ready: true, receiverUrl: null });
    third.child.kill('SIGINT');
    const words = `(listen EADDRINUSE: address already in use 127.0.0.1:${port})`;
    expect(linesOf((await third.ended).errors)).toEqual([
      ...told,
      expect.stringContaining(`otro programa ocupa su puerto ${words}`),
      expect.stringContaining(`another program has its port ${words}`),
      opened,
    ]);
  });

  test.each([0, 3])(
    'the runtime that is found is given the bundle and the data directory; it ends with %i',
    async (code) => {
      const folder = temporaryFolder();
      const program = join(folder, 'electron');
      writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" >"$OUT"\nenv >"$OUT.env"\nexit ${code}\n`, {
        mode: 0o755,
      });
      const out = join(folder, 'given');
      const environment = {
        PATH: process.env['PATH'] ?? '',
        OUT: out,
        PERITO_LOG_LEVEL: 'warn',
        PERITO_RECEIVER_KEYS: 'a@b.example:a-secret',
        PERITO_PLATFORM_KEY: 'a@b.example:a-secret',
      };
      const shutdown = new Promise<void>(() => {});
      const exitCode = await runDesktop({
        program,
        bundle: '/b/index.js',
        option: '--data=/d e',
        environment,
        shutdown,
      });
      expect(exitCode).toBe(code === 0 ? 0 : 1);
      expect(readFileSync(out, 'utf8')).toBe('/b/index.js\n--data=/d e\n');
      const told = readFileSync(`${out}.env`, 'utf8');
      expect(told).toContain('PERITO_LOG_LEVEL=warn');
      expect(told).not.toContain('a-secret');
    },
  );
});

test.skipIf(process.platform !== 'linux')(
  'the browser gets the link, and nothing of what Perito was given',
  async () => {
    const folder = temporaryFolder();
    const told = join(folder, 'told');
    const opener = join(folder, 'xdg-open');
    writeFileSync(opener, `#!/bin/sh\n{ echo "$@"; env; } > "${told}.new"\nmv "${told}.new" "${told}"\n`);
    chmodSync(opener, 0o700);
    const before = process.env['PATH'];
    process.env['PATH'] = `${folder}:${before}`;
    try {
      openLink('http://127.0.0.1:1/enter?ticket=x', 'linux', {
        PATH: process.env['PATH'],
        DISPLAY: ':9',
        PERITO_RECEIVER_KEYS: 'a@b.example:a-secret',
      });
    } finally {
      process.env['PATH'] = before;
    }
    await expect.poll(() => existsSync(told)).toBe(true);
    const text = readFileSync(told, 'utf8');
    expect(text).toContain('http://127.0.0.1:1/enter?ticket=x');
    expect(text).toContain('DISPLAY=:9');
    expect(text).not.toContain('a-secret');
  },
);
