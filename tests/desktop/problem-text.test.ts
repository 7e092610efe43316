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

test.each([
  ['unreachable', 'noAnswer', 'connect ECONNREFUSED', 'no responde', 'does not answer'],
  ['unreachable', 'noPassword', '', 'pide una contraseña', 'asks for a password'],
  ['unreachable', 'certificate', 'CERT_HAS_EXPIRED', 'no es válido', 'does not hold'],
  ['unreachable', 'refused', 'password authentication failed', 'no deja entrar', 'does not let Perito in'],
  ['superseded', 'superseded', '', 'Otro Perito tomó el lugar', 'Another Perito has taken the place'],
  ['superseded', 'behind', '', 'le falta lo que su servidor', 'lacks what its server'],
  ['elsewhere', 'otherInstallation', '/datos', 'es de otra instalación', 'is of another installation'],
] as const)(
  '%s by a server (%s) is told in both languages, and the words of the server alone below',
  (code, fault, detail, es, en) => {
    const problem = new EngineProblem(code, 'A sentence of the command line.', undefined, {
      code: fault,
      detail,
    });
    for (const [isEnglish, sentence] of [
      [false, es],
      [true, en],
    ] as const) {
      const text = problemText(problem, isEnglish);
      expect(text).toContain(sentence);
      expect(text).not.toContain('command line');
      expect(text.split('\n\n')).toHaveLength(detail === '' ? 1 : 2);
      expect(text.endsWith(detail)).toBe(true);
    }
  },
);

test('what is no problem of the engine is a fault', () => {
  expect(problemText('gone', false)).toMatch(/^Perito se detuvo por una falla.*\n\nDetalle técnico: gone$/);
});
