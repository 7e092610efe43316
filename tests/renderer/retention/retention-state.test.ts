import { expect, it } from 'vitest';
import {
  archivedOf,
  checkPolicy,
  fileNameOf,
  isReportArchived,
  isUnderFiscalYears,
  type PolicyDraft,
  phasesOf,
  placeInArchive,
  placeOf,
  revisionsByBundle,
  shortNameOf,
  suggestedDraft,
  yearChoices,
} from '../../../renderer/retention/retention-state.ts';

const draft = (changes: Partial<PolicyDraft> = {}): PolicyDraft => ({
  years: '10',
  folder: '/srv/archivos',
  secondFolder: '',
  knowsFiscalYears: false,
  ...changes,
});

it.each<[string, PolicyDraft, boolean]>([
  ['the years of the law with a folder', draft(), true],
  ['no folder', draft({ folder: ' ' }), false],
  ['never, with no folder', draft({ years: 'never', folder: '' }), true],
  ['fewer years', draft({ years: '9' }), false],
  ['fewer years that are known to be fewer', draft({ years: '9', knowsFiscalYears: true }), true],
  ['more years than there are', draft({ years: '31' }), false],
])('a rule of %s', (_what, given, isTaken) => {
  expect(checkPolicy(given).success).toBe(isTaken);
});

it('is saved without spaces around its folders, and says nothing of the law where it need not', () => {
  const given = draft({ folder: ' /a ', secondFolder: ' /b ', knowsFiscalYears: true });
  expect(checkPolicy(given).data).toEqual({
    policy: { years: 10, folder: '/a', secondFolder: '/b' },
    knowsFiscalYears: false,
  });
});

it('every choice can be saved once the law is known, and only fewer years than ten need that', () => {
  for (const years of yearChoices)
    expect(checkPolicy(draft({ years, knowsFiscalYears: true })).success).toBe(true);
  expect([null, 1, 9, 10, 30].map(isUnderFiscalYears)).toEqual([false, true, true, false, false]);
});

it('suggests the years of the law where there is no rule, and keeps one that is there', () => {
  const policy = { years: null, folder: null, secondFolder: null };
  expect(suggestedDraft(policy).years).toBe('10');
  expect(suggestedDraft({ ...policy, years: 15 }).years).toBe('15');
});

it('copies only where there is a second folder', () => {
  expect(phasesOf({ secondFolder: null })).not.toContain('copying');
  expect(phasesOf({ secondFolder: '/b' })).toEqual([
    'choosing',
    'writing',
    'checking',
    'copying',
    'removing',
  ]);
});

it.each([
  ['/mnt/disco', '/mnt/disco/a.perito'],
  ['/mnt/disco/', '/mnt/disco/a.perito'],
  [' D:\\archivos\\ ', 'D:\\archivos\\a.perito'],
  ['/mnt/disco/otro.PERITO', '/mnt/disco/otro.PERITO'],
])('an archive that is said to be at %s is looked for there', (said, place) => {
  expect(placeOf(said, 'a.perito')).toBe(place);
});

it.each([
  ['/srv/archivos/a.perito', 'a.perito'],
  ['\\\\servidor\\archivos\\a.perito', 'a.perito'],
  ['a.perito', 'a.perito'],
])('%s is named by its last part', (path, name) => {
  expect(fileNameOf(path)).toBe(name);
});

it('says how many records of a claim are in archives, the archive with the most of them first', () => {
  const records = [3, null, 7, 7, null].map((archivedIn) => ({ archivedIn }));
  expect(archivedOf(records)).toEqual({ count: 3, bundles: [7, 3] });
  expect(archivedOf([{ archivedIn: null }])).toEqual({ count: 0, bundles: [] });
});

it('says which revisions are in which archive, whatever order they come in', () => {
  const revisions = [
    { revision: 4, archivedIn: null },
    { revision: 3, archivedIn: 9 },
    { revision: 2, archivedIn: 5 },
    { revision: 1, archivedIn: 5 },
  ];
  expect(revisionsByBundle(revisions)).toEqual([
    { bundleId: 5, first: 1, last: 2 },
    { bundleId: 9, first: 3, last: 3 },
  ]);
});

it('finds a record in an archive by its number, whatever signs that has', () => {
  expect(placeInArchive({ kind: 'purchaseOrder', number: 'OC/2016 1?' })).toBe(
    '/find/purchaseOrder/OC%2F2016%201%3F',
  );
});

it.each([
  ['/a/perito-7803095b-20151123-20161120-1.perito', '2015–2016'],
  ['/a/perito-7803095b-20151123-20151220-2.perito', '2015 (2)'],
  ['/a/perito-20151123.perito', '20151123'],
  ['/a/otro nombre.perito', 'otro nombre'],
])('in a list %s is told from others as %s', (path, name) => {
  expect(shortNameOf(path)).toBe(name);
});

it('knows a claim whose newest report is in an archive, whether or not that is still named', () => {
  const report = { id: 5, kind: 'incidentReport', archivedIn: 1 } as const;
  const order = { id: 6, kind: 'purchaseOrder', archivedIn: 1 } as const;
  expect(isReportArchived({ incident: null, records: [report] })).toBe(true);
  expect(isReportArchived({ incident: { recordId: 5 }, records: [report, order] })).toBe(true);
  expect(isReportArchived({ incident: { recordId: 5 }, records: [{ ...report, archivedIn: null }] })).toBe(
    false,
  );
  expect(isReportArchived({ incident: null, records: [order] })).toBe(false);
});
