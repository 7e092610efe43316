import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inSurroundings, missingPrograms } from './private-session.ts';

const isKeytarHere = await import('keytar').then(
  () => true,
  () => false,
);
const lacksKeytar = isKeytarHere ? [] : ['keytar'];
const missing = [...missingPrograms(), ...lacksKeytar];
const required = process.env['PERITO_REQUIRE_KEYRING'] === '1';
const why = missing.length > 0 && !required ? ` (skipped: ${missing.join(', ')} not installed)` : '';

if (missing.length > 0 && required) {
  test('the programs of the keyring tests are installed', () => expect(missing).toEqual([]));
}

describe.skipIf(missing.length > 0)(`a real gnome-keyring${why}`, () => {
  test('works: keeps, gives back, replaces and removes', async () => {
    const longest = 'ñ'.repeat(1280);
    const results = await inSurroundings('unlocked', [
      ['check'],
      ['get', 'receiver-key:1'],
      ['set', 'receiver-key:1', 'ana@seguros.example:sécreto "1"'],
      ['get', 'receiver-key:1'],
      ['set', 'receiver-key:1', longest],
      ['get', 'receiver-key:1'],
      ['remove', 'receiver-key:1'],
      ['get', 'receiver-key:1'],
      ['remove', 'receiver-key:1'],
    ]);
    expect(results).toEqual([
      { state: 'works', problem: null, detail: '' },
      null,
      null,
      'ana@seguros.example:sécreto "1"',
      null,
      longest,
      null,
      null,
      null,
    ]);
  });

  test('what keytar would cut is refused before it, and nothing is kept', async () => {
    const [nul, long, kept] = await inSurroundings('unlocked', [
      ['set', 'k', 'before\0after'],
      ['set', 'k', `${'ñ'.repeat(1280)}x`],
      ['get', 'k'],
    ]);
    expect(nul).toEqual({ fault: 'RangeError', message: 'A secret with a NUL character cannot be kept.' });
    expect(long).toEqual({
      fault: 'RangeError',
      message: 'A secret of more than 2560 bytes cannot be kept.',
    });
    expect(kept).toBeNull();
  });

  test('locked: says so', async () => {
    const [report, set] = await inSurroundings('locked', [['check'], ['set', 'k', 'v']]);
    expect(report).toEqual({
      state: 'locked',
      problem: 'locked',
      detail: expect.stringContaining('locked'),
    });
    expect(set).toMatchObject({ fault: 'KeychainFault', message: expect.stringContaining('locked') });
  });

  test('absent: a session without any keyring made', async () => {
    const [report] = await inSurroundings('noService', [['check']]);
    expect(report).toMatchObject({ state: 'absent' });
  });
});

const whyNoKeytar = isKeytarHere || required ? '' : ' (skipped: keytar not installed)';
describe.skipIf(process.platform !== 'linux' || !isKeytarHere)(
  `keytar without a session${process.platform === 'linux' ? whyNoKeytar : ' (skipped: Linux only)'}`,
  () => {
    test('absent: no D-Bus at all', async () => {
      const [report] = await inSurroundings('noBus', [['check']]);
      expect(report).toEqual({
        state: 'absent',
        problem: 'noSession',
        detail: expect.stringMatching(/bus/i),
      });
    });

    test('failed: an address of a bus that nobody serves', async () => {
      const [report] = await inSurroundings('brokenBus', [['check']]);
      expect(report).toEqual({
        state: 'failed',
        problem: 'other',
        detail: 'Could not connect: No such file or directory',
      });
    });

    test('failed: a bus that never answers is given up at the time limit', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'perito-bus-'));
      const silent = createServer((socket) => socket.on('error', () => {}));
      const path = join(folder, 'bus');
      await new Promise<void>((resolve) => silent.listen(path, resolve));
      try {
        const address = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` };
        const again = Array.from({ length: 6 }, () => ['get', 'k']);
        const [report, ...after] = await inSurroundings(
          'silentBus',
          [['check'], ...again, ['readFile']],
          address,
        );
        // Six more calls neither wait nor take the threads that files are read with.
        expect(after.pop()).toBe('read');
        for (const fault of after)
          expect(fault).toMatchObject({ message: expect.stringContaining('no answer') });
        expect(report).toEqual({
          state: 'failed',
          problem: 'noAnswer',
          detail: 'no answer within 2 s',
        });
      } finally {
        silent.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
);
