import { expect, test } from 'vitest';
import { en, wordsEn } from '../../../shared/audit/en.ts';
import { es, wordsEs } from '../../../shared/audit/es.ts';
import { auditChanges, auditPieces, auditSentence, type ToldEntry } from '../../../shared/audit/sentences.ts';
import { settings } from '../../../shared/contract/settings.ts';

const ana = { person: 'Ana', personId: 1, via: 'browser' } as const;
const entry = (action: string, given: Partial<ToldEntry> = {}): ToldEntry => ({
  ...{ actor: ana, action, subject: 'settings', detail: {}, about: null, names: [] },
  ...given,
});
const order = {
  what: 'record',
  id: 1,
  kind: 'purchaseOrder',
  number: 'OC-2026-000123',
  claimNumber: 'REC-1',
} as const;
const both = (told: ToldEntry) => [auditSentence(told, 'es'), auditSentence(told, 'en')];

test('every act has a sentence in both languages, which is whole where the entry says nothing more', () => {
  for (const key of Object.keys(es)) {
    const [action = '', outcome = ''] = key.split('#');
    const detail = { decision: outcome, verdict: outcome, after: outcome, scope: outcome };
    const told = entry(action, {
      subject: 'record:1',
      about: order,
      detail: { ...detail, to: outcome === 'taken' ? null : 7, isThorough: outcome === 'thorough', at: null },
    });
    const [spanish = '', english = ''] = both(told);
    for (const sentence of [spanish, english]) {
      expect([key, sentence]).toEqual([key, expect.stringMatching(/^(Ana|Alguien|Somebody) \S/)]);
      expect([key, sentence]).toEqual([key, expect.not.stringMatching(/[[\]{}#]|undefined|null| {2}|«»|“”/)]);
    }
    expect(spanish).not.toBe(english);
    expect([key, placeholders(es, key)]).toEqual([key, placeholders(en, key)]);
  }
  expect(Object.keys(settings.shape).filter((name) => !(name in wordsEs.settings))).toEqual([]);
  expect(Object.keys(wordsEn.settings)).toEqual(Object.keys(wordsEs.settings));
});

const placeholders = (sentences: Readonly<Record<string, string>>, key: string) =>
  [...(sentences[key] ?? '').matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();

test.each<[string, ToldEntry, string, string]>([
  [
    'a verdict',
    entry('cancellation.decided', {
      subject: 'cancellation:4',
      about: { what: 'cancellation', id: 4, number: 'OC-2026-000123' },
      detail: { verdict: 'approve', responseText: 'pieza\nequivocada' },
    }),
    'Ana aprobó la cancelación de la orden OC-2026-000123: «pieza equivocada»',
    'Ana approved the cancellation of order OC-2026-000123: “pieza equivocada”',
  ],
  [
    'a decision on an invoice, with its amount',
    entry('invoice.decided', {
      about: { ...order, kind: 'financialDocument', number: 'DF-1' },
      detail: { decision: 'hold', amount: '48250.5', currency: 'DOP', comment: null },
    }),
    'Ana dejó el documento DF-1 en espera, RD$ 48,250.50',
    'Ana held document DF-1, RD$ 48,250.50',
  ],
  [
    'a record that went to somebody',
    entry('record.assigned', {
      about: { ...order, kind: 'incidentReport', number: 'IR-1' },
      detail: { to: 2, before: null },
      names: [{ id: 2, name: 'Luis' }],
    }),
    'Ana asignó el incidente IR-1 a Luis',
    'Ana assigned incident IR-1 to Luis',
  ],
  [
    'what Perito did, of a record',
    entry('record.unreviewed', {
      actor: { person: '', via: 'engine' },
      about: { ...order, kind: 'incidentReport', number: 'IR-1' },
    }),
    'Perito quitó la marca de revisión al incidente IR-1',
    'Perito marked incident IR-1 as not reviewed',
  ],
  [
    'settings by their parts',
    entry('settings.changed', { detail: { company: {}, texts: {}, numbering: {} } }),
    'Ana cambió los ajustes: empresa, textos y numeración',
    'Ana changed the settings: company, texts and numbering',
  ],
  [
    'an act of another version',
    entry('record.painted', { about: order }),
    'Ana hizo «record.painted»',
    'Ana did “record.painted”',
  ],
])('%s', (_, told, spanish, english) => {
  expect(both(told)).toEqual([spanish, english]);
});

test('who did it and what it was done to are pieces of their own, which lead there', () => {
  const told = entry('record.noted', { about: order, detail: { text: 'x' } });
  expect(auditPieces(told, 'es').filter(({ is }) => is !== 'words')).toEqual([
    { is: 'who', text: 'Ana' },
    { is: 'about', text: 'OC-2026-000123' },
  ]);
});

test('what changed is told value by value, of the whole or of each part', () => {
  const whole = { before: { years: 10, folder: '/a' }, after: { years: 11, folder: '/a' }, knows: true };
  expect(auditChanges({ detail: whole })).toEqual([{ field: 'years', before: '10', after: '11' }]);
  const parts = { company: { before: { name: '' }, after: { name: 'Seguros Prueba' } }, other: 1 };
  expect(auditChanges({ detail: parts })).toEqual([
    { field: 'company.name', before: null, after: 'Seguros Prueba' },
  ]);
  expect(auditChanges({ detail: { before: 'a', after: 'b' } })).toEqual([
    { field: '', before: 'a', after: 'b' },
  ]);
  expect(auditChanges({ detail: { text: 'x' } })).toEqual([]);
});
