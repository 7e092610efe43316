import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findDesktopRuntime, openLink, runDesktop } from '../../main/command-line/start.ts';
import { perito, temporaryFolder } from './perito.ts';

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
    else expect(runtime).toEqual({ program: null, why: expect.stringMatching(found) });
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
    const given = ['start', '--data', temporaryFolder(), '--receiver-port', '0'];
    const started = perito(given);
    const ready = JSON.parse(await started.firstLine);
    expect((await fetch(ready.consoleUrl)).status).toBe(401);
    started.child.kill('SIGTERM');
    const { code, errors } = await started.ended;
    expect(code).toBe(0);
    expect(errors).toContain('la consola se abre en el navegador');
    expect(errors).toContain('The desktop cannot run here');
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
        dataDir: '/d e',
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
