import { expect, test } from 'vitest';
import { commandOfSecond, hostsOf } from '../../../renderer/settings/second-engine.ts';

const argumentsOf = (command: string): string =>
  command
    .split(' \\\n  ')
    .filter((line) => /^--(database|attachments)/.test(line))
    .join(' ');

test.each([
  [
    'one server',
    ['postgresql://perito@db.office.example/perito', null],
    '--database postgresql://perito@db.office.example/perito',
  ],
  [
    'several, letter by letter as they were given',
    ['postgresql://perito@a:5432,b/perito', '/mnt/perito-attachments'],
    '--database postgresql://perito@a:5432,b/perito --attachments /mnt/perito-attachments',
  ],
  [
    'what a shell would take for something else',
    [
      'postgresql://perito@[::1]/perito?schema=office&sslmode=verify-full',
      "s3://photos/the office's?region=us-east-1",
    ],
    "--database 'postgresql://perito@[::1]/perito?schema=office&sslmode=verify-full' --attachments 's3://photos/the office'\\''s?region=us-east-1'",
  ],
] as const)('a second engine is started on %s', (_, [database, attachments], found) => {
  expect(argumentsOf(commandOfSecond(database, attachments))).toBe(found);
});

test('an address names its servers', () => {
  expect(hostsOf('postgresql://perito@a:5432,b/perito?schema=x')).toEqual(['a:5432', 'b']);
  expect(hostsOf('postgresql:///perito')).toEqual(['']);
});
