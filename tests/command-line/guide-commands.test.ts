/** The guides for whoever puts Perito in place: what they have given on a command line is what there is, and both languages have the same. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readServeOptions } from '../../main/command-line/serve-options.ts';
import { readArguments } from '../../main/desktop/arguments.ts';
import { readOfficeAddress } from '../../main/office/address.ts';
import { documentAt, documentText, guides, inlineCommands, shellBlocks } from '../guides.ts';
import { command, temporaryFolder } from './perito.ts';

/** The words of a command line, as a shell has them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/** Each line by which Perito's command is called, without what it is called with; a word alone names a command and calls none. */
function calls(guide: string): string[] {
  const text = documentText(guide);
  const lines = [...shellBlocks(text).flatMap((block) => block.split('\n')), ...inlineCommands(text)];
  return lines.flatMap((line) => {
    const [, called] =
      /(?:^|[&:] |^# .*: )(?:sudo perito|docker compose run --rm perito|perito(?= \w+ .*--)) ((?!COM)\w.*?)(?: +#.*)?$/.exec(
        line,
      ) ?? [];
    return called === undefined || /^\w+(?: …)?$| … /.test(called) ? [] : [called];
  });
}

test.each([...guides, 'service', 'servicio', 'backups', 'respaldos'])(
  'the command line takes every command of %s.md, with the options that it needs',
  async (guide) => {
    const folder = temporaryFolder();
    const called = calls(`${guide}.md`);
    if (guide === 'office' || guide === 'oficina') expect(called.length).toBeGreaterThan(15);
    for (const line of called) {
      const [name = '', ...given] = wordsOf(line.replace(/ …$/, ' Ana'));
      // It would serve, and nothing of it is asked.
      if (name === 'serve') {
        readServeOptions(given, {});
        continue;
      }
      const here = given.map((word) =>
        word
          .replace(/^\/(?:var\/lib|mnt)\//, `${folder}/`)
          .replace(/^(?:DIR|NEW|NUEVA|PLACE|LUGAR)$/, join(folder, 'none'))
          .replace(/^(?:NEW|NUEVA)-URL$/, 'postgresql://perito@127.0.0.1:1/perito')
          .replace(/@[\w.]+(?=\/perito$)/, '@127.0.0.1:1')
          .replace(/^s3:.*/, `${folder}/shared`),
      );
      const { code, errors } = await command([name, ...here]);
      expect([line, code, code === 2 ? errors : '']).toEqual([line, expect.not.toBeOneOf([2]), '']);
      // Without it the command works with data of the account that it runs as, which are nobody's.
      if (name !== 'openapi') expect(given).toContain('--data');
    }
  },
);

test.each(guides)('the program is opened as %s.md has it, as a desk of the office', (guide) => {
  const opened = inlineCommands(documentText(`${guide}.md`)).flatMap((line) => {
    const at = /(?:Perito\.exe"|open -a Perito --args|\/opt\/Perito\/perito) (--office.*)$/.exec(line)?.[1];
    return at === undefined ? [] : [readArguments(wordsOf(at)).office ?? ''];
  });
  expect(opened).toHaveLength(3);
  for (const address of opened)
    expect(readOfficeAddress(address)).toEqual({ origin: `https://perito.${guide}.example:8651` });
});

/** What is said otherwise in Spanish, and is given all the same. */
const inEnglish: readonly [RegExp | string, string][] = [
  [/oficina\.example/g, 'office.example'],
  [/aseguradora\.example/g, 'insurer.example'],
  ['Autoridad de la oficina', 'Authority of the office'],
  [/\bsegundo\b/g, 'second'],
];

/** Without comments, and with one space between words. */
function commandsOf(document: string): string[] {
  return shellBlocks(documentText(document))
    .map((block) =>
      inEnglish
        .reduce((text, [from, to]) => text.replaceAll(from, to), block)
        .replaceAll(/(^|\s+)#(?! ?\S.*: sudo).*$/gm, '')
        .replaceAll(/^# .*: (?=sudo)/gm, '# ')
        .replaceAll(/[ \t]+/g, ' ')
        .trim(),
    )
    .filter((block) => block !== '');
}

test.each([
  ['office.md', 'oficina.md'],
  ['service.md', 'servicio.md'],
])('%s and %s give the same commands', (english, spanish) => {
  expect(commandsOf(spanish)).toEqual(commandsOf(english));
});

/** As GitHub names a heading in an address. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test.each(readdirSync(documentAt('.')).filter((name) => name.endsWith('.md')))(
  'what %s links to in this tree is there, and has the heading that the link names',
  (name) => {
    const links = [...documentText(name).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const lost = links.flatMap(([, path = '', anchor]) => {
      const file = path === '' ? documentAt(name) : join(dirname(documentAt(name)), path);
      if (!existsSync(file)) return [path];
      if (anchor === undefined) return [];
      const headings = documentText(path === '' ? name : path).matchAll(/^#+ (.+)$/gm);
      return [...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
        ? []
        : [`${path}#${anchor}`];
    });
    expect(lost).toEqual([]);
  },
);
