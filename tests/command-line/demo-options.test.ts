import { expect, test } from 'vitest';
import { UsageProblem } from '../../main/command-line/command.ts';
import { readDemoOptions } from '../../main/command-line/demo-options.ts';

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
