import { expect, it } from 'vitest';
import { type ReferenceProblemCode, referenceProblemCodes } from '#shared/reference-terms.ts';
import { apart } from '../../../renderer/settings/reference-problem.ts';

const unnamed = { type: null, instance: null };

/** Where the platform itself said something (interface, "Errors", and what a wrapper says); all else is of the system. */
const theirs: readonly ReferenceProblemCode[] = ['status', 'noList'];

it.each(referenceProblemCodes)('what goes with %s is quoted only where the platform said it', (code) => {
  const said = apart({ code, status: null, title: 'Forbidden', detail: 'No rights.', ...unnamed });
  const words = 'Forbidden. No rights.';
  expect(said).toEqual(
    theirs.includes(code) ? { theirs: words, technical: '' } : { theirs: '', technical: words },
  );
});

it('the kind and place of a problem are technical details', () => {
  const named = { type: 'urn:prueba:clave', instance: '/v1/configuration/states' };
  const technical = 'type urn:prueba:clave · instance /v1/configuration/states';
  const problem = { code: 'status', status: 401, title: 'No', detail: null, ...named } as const;
  expect(apart(problem)).toEqual({ theirs: 'No', technical });
  expect(apart({ ...problem, code: 'mediaType', title: null, detail: 'text/html' })).toEqual({
    theirs: '',
    technical: `text/html · ${technical}`,
  });
});

it('a code of the system is no quotation, and nothing said is nothing quoted', () => {
  const unreachable = {
    code: 'unreachable',
    status: null,
    title: null,
    detail: 'ECONNREFUSED',
    ...unnamed,
  } as const;
  expect(apart(unreachable)).toEqual({ theirs: '', technical: 'ECONNREFUSED' });
  expect(apart({ ...unreachable, code: 'status', detail: '' })).toEqual({ theirs: '', technical: '' });
});
