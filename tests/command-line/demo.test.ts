import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageProblem } from '../../main/command-line/command.ts';
import { readDemoOptions } from '../../main/command-line/demo.ts';
import { terminalLocale } from '../../main/command-line/terminal-locale.ts';
import { cli } from '../built-program.ts';

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

describe('its options', () => {
  test('without options every port is any free one', () => {
    expect(readDemoOptions([])).toEqual({ receiverPort: 0, consolePort: 0, seed: 1, once: false });
  });

  test('all options', () => {
    const given = ['--receiver-port', '8650', '--console-port=8651', '--seed', '42', '--once'];
    const platformUrl = 'https://plataforma.prueba.example';
    expect(readDemoOptions([...given, '--platform-url', platformUrl])).toEqual({
      receiverPort: 8650,
      consolePort: 8651,
      seed: 42,
      platformUrl,
      once: true,
    });
  });

  test.each([
    [['--receiver-port', '65536'], '--receiver-port takes a whole number from 0 to 65535, not "65536".'],
    [['--console-port', 'eight'], '--console-port takes a whole number from 0 to 65535, not "eight".'],
    [['--seed', '1.5'], '--seed takes a whole number from 0 to 4294967295, not "1.5".'],
    [['--seeds', '1'], "Unknown option '--seeds'"],
    [['now'], "Unexpected argument 'now'"],
  ])('%j cannot be followed', (given, message) => {
    expect(() => readDemoOptions(given)).toThrow(UsageProblem);
    expect(() => readDemoOptions(given)).toThrow(message);
  });
});

describe('the language of the terminal', () => {
  test.each([
    [{ LANG: 'es_DO.UTF-8' }, 'linux', 'en-US', 'es'],
    [{ LANG: 'en_US.UTF-8' }, 'linux', 'en-US', 'en'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'es_DO.UTF-8' }, 'linux', 'en-US', 'es'],
    [{ LANG: 'es_DO.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, 'linux', 'es-DO', 'en'],
    [{ LANG: 'C.UTF-8' }, 'linux', 'en-US', 'es'],
    [{ LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, 'linux', 'en-US', 'es'],
    [{}, 'linux', 'en-US', 'es'],
    [{ LANG: 'fr_FR.UTF-8' }, 'linux', 'fr-FR', 'es'],
    [{}, 'win32', 'en-US', 'en'],
    [{}, 'win32', 'es-DO', 'es'],
    [{}, 'darwin', 'es-DO', 'es'],
    [{ LANG: 'en_US.UTF-8' }, 'darwin', 'es-DO', 'en'],
  ] as const)('%j on %s, where ICU says %s: %s', (environment, platform, icu, expected) => {
    expect(terminalLocale(environment, platform, icu)).toBe(expected);
  });
});
