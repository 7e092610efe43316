import { expect, test } from 'vitest';
import { problemText } from '../../main/desktop/problem-text.ts';
import { EngineProblem } from '../../main/shell/process.ts';

test.each([
  ['inUse', 'Otro Perito', 'Another Perito'],
  ['outOfMemory', 'más memoria', 'more memory'],
  ['technical', 'por una falla', 'through a fault'],
  ['crashed', 'por una falla', 'through a fault'],
])('%s is told in both languages, the words of the system below', (code, es, en) => {
  const problem = new EngineProblem(code, 'SQLITE_WORD');
  for (const [isEnglish, sentence, label] of [
    [false, es, 'Detalle técnico'],
    [true, en, 'Technical detail'],
  ] as const) {
    const [first, last] = problemText(problem, isEnglish).split('\n\n');
    expect(first).toContain(sentence);
    expect(last).toBe(`${label}: SQLITE_WORD`);
  }
});

test('what is no problem of the engine is a fault', () => {
  expect(problemText('gone', false)).toMatch(/^Perito se detuvo por una falla.*\n\nDetalle técnico: gone$/);
});
