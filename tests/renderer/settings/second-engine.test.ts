import { expect, test } from 'vitest';
import { commandOfMove, commandOfSecond, hostsOf } from '../../../renderer/settings/second-engine.ts';

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

test.each([
  ['the folder of the service', '/var/lib/perito', 'sudo perito move --data /var/lib/perito'],
  ['a folder of a desktop', '/home/ana/Mis datos', "perito move --data '/home/ana/Mis datos'"],
  [
    'a folder on Windows',
    'C:\\Users\\Ana Prueba\\Perito',
    'perito move --data "C:\\Users\\Ana Prueba\\Perito"',
  ],
  ['a share on Windows', '\\\\nas\\perito', 'perito move --data "\\\\nas\\perito"'],
])('the data of %s are moved by a command that its shell takes', (_, folder, begin) => {
  expect(commandOfMove(folder, 'db.office.example')).toBe(
    `${begin} --to postgresql://perito@db.office.example/perito`,
  );
});

test('an address names its servers', () => {
  expect(hostsOf('postgresql://perito@a:5432,b/perito?schema=x')).toEqual(['a:5432', 'b']);
  expect(hostsOf('postgresql:///perito')).toEqual(['']);
});
