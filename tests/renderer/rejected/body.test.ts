import { describe, expect, it } from 'vitest';
import { problems } from '../../../main/engine/receiver/problems.ts';
import { bytesOf, hexOf, textOf } from '../../../renderer/rejected/body.ts';
import { hasProblemWords } from '../../../renderer/rejected/problem-words.ts';
import { adviceOf } from '../../../renderer/rejected/what-to-do.ts';

describe('the bytes of a rejected delivery', () => {
  it('are text where they are UTF-8', () => {
    const body = Buffer.from('{"taller":"Peña"}\r\n', 'utf8');
    expect(textOf(bytesOf(body.toString('base64')))).toBe('{"taller":"Peña"}\r\n');
  });

  it.each([
    ['a lone continuation byte', [0x7b, 0x80]],
    ['Latin-1', [0x50, 0xf1, 0x61]],
    ['a NUL', [0x61, 0x00]],
  ])('are no text with %s', (_, bytes) => {
    expect(textOf(new Uint8Array(bytes))).toBeNull();
  });

  it('are dumped 16 a line', () => {
    expect(hexOf(new Uint8Array([0x50, 0xf1, 0x61]))).toBe(`00000000  ${'50 f1 61'.padEnd(47)}  P.a`);
    expect(
      hexOf(new Uint8Array(33))
        .split('\n')
        .map((line) => line.slice(0, 8)),
    ).toEqual(['00000000', '00000010', '00000020']);
  });

  it('are none where it is no Base64', () => {
    expect(bytesOf('%%%')).toHaveLength(0);
  });
});

describe('words for what the receiver answers', () => {
  it.each(Object.values(problems).map(({ title, status }) => [title, status] as const))(
    'know "%s"',
    (title, status) => {
      expect(hasProblemWords(title)).toBe(true);
      expect(adviceOf(status)).toMatch(/^\w+$/);
    },
  );

  it('leave what they do not know as it came', () => {
    expect(hasProblemWords('Something new')).toBe(false);
    expect(hasProblemWords('toString')).toBe(false);
  });
});
