import { describe, expect, it } from 'vitest';
import {
  addressSources,
  attachmentProblemCodes,
  attachmentStates,
  contentProblemCodes,
} from '#shared/attachment-terms.ts';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { contentProblemText, problemText } from '../../../renderer/downloads/download-state.ts';

/** The text at a key such as `downloads.problem.tls`. */
function textAt(words: object, key: string): unknown {
  return key.split('.').reduce<unknown>((at, part) => {
    const [, value] = Object.entries(Object(at)).find(([name]) => name === part) ?? [];
    return value;
  }, words);
}

const languages = [
  ['Spanish', es],
  ['English', en],
] as const;

describe.each(languages)('in %s', (_language, words) => {
  const keys = [
    ...attachmentProblemCodes.map((code) => problemText({ code, detail: null })),
    ...contentProblemCodes.map(contentProblemText),
  ].flatMap(({ explanation, advice }) => [explanation, advice]);

  it.each(keys)('%s says it in whole sentences', (key) => {
    expect(textAt(words, key)).toMatch(/^[\p{Lu}«“].*\.$/su);
  });

  it.each(attachmentProblemCodes)('%s says more of what to do than of what happened', (code) => {
    const { explanation, advice } = problemText({ code, detail: null });
    expect(textAt(words, advice)).not.toBe(textAt(words, explanation));
  });

  it('states and sources of an address have their words', () => {
    expect(Object.keys(words.downloads.state).sort()).toEqual([...attachmentStates].sort());
    expect(Object.keys(words.downloads.source).sort()).toEqual([...addressSources].sort());
  });
});
