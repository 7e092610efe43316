import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSmallFile } from '../../main/engine/small-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

test.each([
  ['a file that is too large', (file: string) => writeFileSync(file, 'x'.repeat(11)), /more than 10 bytes/],
  ['a pipe to which nobody writes', (file: string) => execFileSync('mkfifo', [file]), /no plain file/],
  ['a folder', (file: string) => mkdirSync(file), /no plain file/],
])('%s is not read', (_, make, message) => {
  const file = join(temporaryFolder(), 'small');
  make(file);
  expect(() => readSmallFile(file, 10)).toThrow(message);
});
