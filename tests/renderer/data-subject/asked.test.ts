import { expect, test } from 'vitest';
import { alsoBy, askedBy } from '../../../renderer/data-subject/asked.ts';

test.each([
  ['001-1234567-3', [], { kind: 'cedula', text: '001-1234567-3' }],
  [' 131246796 ', [], { kind: 'rnc', text: '131246796' }],
  ['auto 221 b', ['AUTO-221-B'], { kind: 'policy', text: 'AUTO-221-B' }],
  ['auto', ['AUTO-221-B'], null],
  ['Rosa Ejemplo', [], null],
  ['', ['AUTO-1'], null],
])('words of the search %j beside %j lead to %j', (search, policies, asked) => {
  expect(askedBy(search, policies)).toEqual(asked);
});

test('the owner of a policy is looked for by each of his numbers but the one that was looked for', () => {
  const owner = { companyTaxId: null, identification: '001-1234567-3', insurancePolicyNumber: 'AUTO-221-B' };
  expect(alsoBy(owner, '00112345673')).toEqual([{ kind: 'policy', text: 'AUTO-221-B' }]);
  expect(alsoBy(owner, 'AUTO-221-B')).toEqual([{ kind: 'cedula', text: '001-1234567-3' }]);
  expect(alsoBy({ ...owner, identification: 'PA-7781' }, 'AUTO-221-B')).toEqual([]);
});
