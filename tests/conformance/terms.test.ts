import { expect, test } from 'vitest';
import { renderTemplate } from '../../main/engine/journal/numbering.ts';
import { numberTemplate } from '../../shared/contract/settings.ts';
import {
  createdStatus,
  documentTypes,
  entityTypes,
  maxInternalDocumentId,
} from '../../shared/marketplace/financial-document.ts';
import {
  identificationTypes,
  incidentTypeIds,
  incidentTypes,
  personTypes,
  reportCategories,
} from '../../shared/marketplace/insurance-policy.ts';
import { financialDocument } from '../engine/financial-documents.ts';
import { deskOfTest } from './desk.ts';

test.each<[string, unknown, unknown]>([
  ['person types', personTypes, { company: 1, naturalPerson: 2 }],
  ['identification types', identificationTypes, { rnc: 1, cedula: 2, other: 3 }],
  ['incident types', incidentTypes, { fire: 1, theft: 2, collision: 3, glass: 4, other: 5 }],
  ['incident types, as a list', incidentTypeIds, [1, 2, 3, 4, 5]],
  ['report categories', reportCategories, { intermediary: 1, insured: 2 }],
  ['document types', documentTypes, { invoice: 1, creditNote: 2 }],
  ['entity types', entityTypes, { supplier: 1, workshop: 2 }],
  ['the status of a document', createdStatus, 33],
])('the codes of %s are those of the interface', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test('the number of a document has at most 50 characters, with the longest template and after years', async () => {
  expect(maxInternalDocumentId).toBe(50);
  const longest = `${'A'.repeat(35)}{seq}`;
  expect(numberTemplate.safeParse(longest).success).toBe(true);
  expect(numberTemplate.safeParse(`A${longest}`).success).toBe(false);
  const desk = await deskOfTest();
  const numbering = { financialDocument: longest };
  await desk.settings.update({ numbering }, { person: 'Ana', via: 'token' });
  const answer = (await (await desk.send('financialDocument', financialDocument(1))).json()) as Record<
    string,
    string
  >;
  expect(answer['internalDocumentId']).toBe(`${'A'.repeat(35)}1`);
  // A thousand documents a second for three years.
  expect(renderTemplate(longest, 0).numberOf(10 ** 11).length).toBeLessThanOrEqual(maxInternalDocumentId);
});

test('a document may have no attachments', async () => {
  const desk = await deskOfTest();
  expect((await desk.send('financialDocument', financialDocument(1, { attachments: [] }))).status).toBe(200);
  const { findings } = await desk.newestOf('financialDocument');
  expect(findings.filter(({ code }) => code.startsWith('wire.'))).toEqual([]);
});
