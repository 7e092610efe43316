import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const cli = fileURLToPath(new URL('../../main/cli.ts', import.meta.url));

/** Runs the demo with a folder of its own for temporary files, so that what it leaves there is seen. */
function startDemo(...given: string[]) {
  const temporary = mkdtempSync(join(tmpdir(), 'perito-demo-test-'));
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const child = spawn(process.execPath, [cli, 'demo', ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' },
  });
  return { child, temporary, exited: once(child, 'exit') };
}

test('once: fills, says where both are, ends, and leaves nothing behind', async () => {
  const { child, temporary, exited } = startDemo('--once', '--seed', '7');
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  expect({ code, errors: errors.split('\n').filter((line) => line.includes('"level":"error"')) }).toEqual({
    code: 0,
    errors: [],
  });
  expect(output).toMatch(/sent 1[0-4]\d records/);
  expect(output).toMatch(/Receiver, for the marketplace:\s+http:\/\/127\.0\.0\.1:\d+\n/);
  expect(output).toMatch(
    /Console, for you \(the link opens once\):\s+http:\/\/127\.0\.0\.1:\d+\/enter\?ticket=\S+\n/,
  );
  expect(readdirSync(temporary)).toEqual([]);
});

test('keeps calling, reports what was answered, and ends at Ctrl-C', async () => {
  const { child, temporary, exited } = startDemo();
  const lines: string[] = [];
  let asked = false;
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (asked) continue;
    asked = /^\S+ {2}(Purchase|Service) order \d+: has the number O[CS]-\d{4}-\d{6}\.$/.test(line);
    // As under npm, which hands on what the terminal has sent already.
    for (let times = 0; asked && times < 2; times++) child.kill('SIGINT');
  }
  expect(await exited).toEqual([0, null]);
  expect(asked).toBe(true);
  expect(readdirSync(temporary)).toEqual([]);
});
