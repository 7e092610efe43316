import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLink } from '../../main/command-line/start.ts';
import { temporaryFolder } from './perito.ts';

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
