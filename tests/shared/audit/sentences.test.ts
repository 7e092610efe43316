import { expect, test } from 'vitest';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { auditChanges, auditFieldName } from '../../../shared/audit/changes.ts';
import { en, wordsEn } from '../../../shared/audit/en.ts';
import { es, wordsEs } from '../../../shared/audit/es.ts';
import { auditChoices, auditField } from '../../../shared/audit/fields.ts';
import { auditPieces, auditSentence, type ToldEntry } from '../../../shared/audit/sentences.ts';
import type { BackupConfiguration } from '../../../shared/contract/backups.ts';
import { settings } from '../../../shared/contract/settings.ts';
import { lengthOfTime } from '../../../shared/length-of-time.ts';
import { policyColumns } from '../../../shared/policy-terms.ts';
import { photoViews } from '../../../shared/rules/photo-checklist.ts';

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
const engines = { leader: 'oficina-2 (77)', before: 'oficina-1 (12)', isServerReplaced: false };
const both = (told: ToldEntry) => [auditSentence(told, 'es'), auditSentence(told, 'en')];

test('every act has a sentence in both languages, which is whole where the entry says nothing more', () => {
  for (const key of Object.keys(es)) {
    const [action = '', outcome = ''] = key.split('#');
    const detail = { decision: outcome, verdict: outcome, after: outcome, scope: outcome, reason: outcome };
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
  [...(sentences[key] ?? '').matchAll(/\{(\w+)/g)].map(([, name]) => name).toSorted();

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
    'Ana dejó el documento DF-1 en espera, RD$48,250.50',
    'Ana held document DF-1, RD$48,250.50',
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
    'one row of an export',
    entry('export.made', { detail: { title: 'Órdenes', format: 'csv', rows: 1 } }),
    'Ana exportó «Órdenes» como CSV, 1 fila',
    'Ana exported “Órdenes” as CSV, 1 row',
  ],
  [
    'several rows of an export',
    entry('export.made', { detail: { title: 'Órdenes', format: 'csv', rows: 1200 } }),
    'Ana exportó «Órdenes» como CSV, 1,200 filas',
    'Ana exported “Órdenes” as CSV, 1,200 rows',
  ],
  [
    'a flag with its note',
    entry('record.flagged', { about: order, detail: { word: 'peritaje' } }),
    'Ana puso bandera en la orden OC-2026-000123: «peritaje»',
    'Ana flagged order OC-2026-000123: “peritaje”',
  ],
  [
    'what Perito did, of a record',
    entry('record.unreviewed', {
      actor: { person: '', via: 'engine' },
      about: { ...order, kind: 'incidentReport', number: 'IR-1' },
    }),
    'Perito dejó sin revisar el incidente IR-1',
    'Perito marked incident IR-1 as not reviewed',
  ],
  [
    'an engine that another handed over to',
    entry('engine.tookOver', {
      ...{ actor: { person: '', via: 'engine' }, subject: 'engine' },
      detail: { ...engines, isPlanned: true, unledMilliseconds: 0, silentMilliseconds: null },
    }),
    'Perito cambió de motor: oficina-1 (12) entregó el turno a oficina-2 (77); nadie dirigió por 0.1\u00A0s',
    'Perito changed its engine: oficina-1 (12) handed over to oficina-2 (77); nobody led for 0.1\u00A0s',
  ],
  [
    'an engine that took the place of one that was not heard of',
    entry('engine.tookOver', {
      ...{ actor: { person: '', via: 'engine' }, subject: 'engine' },
      detail: { ...engines, isPlanned: false, unledMilliseconds: 340, silentMilliseconds: 5340 },
    }),
    'Perito cambió de motor: oficina-2 (77) tomó el lugar de oficina-1 (12), que no dio señal por 5.3\u00A0s',
    'Perito changed its engine: oficina-2 (77) took the place of oficina-1 (12), which was not heard of for 5.3\u00A0s',
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

test.each([
  [0, '0.1 s'],
  [59_940, '59.9 s'],
  [60_000, '1 min'],
  [3_599_000, '1 h'],
  [25 * 3_600_000, '1 d 1 h'],
])('%d milliseconds are %s', (milliseconds, said) => {
  const text = said.replaceAll(/(?<=\d) /g, '\u00A0');
  expect([lengthOfTime(milliseconds, 'es'), lengthOfTime(milliseconds, 'en')]).toEqual([text, text]);
});

test('who did it and what it was done to are pieces of their own, which lead there', () => {
  const told = entry('record.noted', { about: order, detail: { text: 'x' } });
  expect(auditPieces(told, 'es').filter(({ is }) => is !== 'words')).toEqual([
    { is: 'who', text: 'Ana' },
    { is: 'about', text: 'OC-2026-000123' },
  ]);
});

test('what changed is told value by value, of the whole or of each part', () => {
  const whole = { before: { years: 10, folder: '/a' }, after: { years: null, folder: '/a' }, knows: true };
  expect(changed('retention.policySet', whole)).toEqual([['años que se conservan', '10 años', 'siempre']]);
  const parts = { company: { before: { name: '' }, after: { name: 'Seguros Prueba' } }, other: 1 };
  expect(changed('settings.changed', parts)).toEqual([['nombre de la aseguradora', null, 'Seguros Prueba']]);
  expect(changed('attachment.markChanged', { before: 'a', after: 'b' })).toEqual([['', 'a', 'b']]);
  expect(changed('record.noted', { text: 'x' })).toEqual([]);
  const host = { before: 'pending', after: 'approved' };
  expect(changed('attachmentHost.decided', host)).toEqual([['decisión', 'por decidir', 'aprobado']]);
  expect(changed('attachmentHost.decided', host, 'en')).toEqual([['decision', 'undecided', 'approved']]);
});

const changed = (action: string, detail: ToldEntry['detail'], locale: 'es' | 'en' = 'es') =>
  auditChanges({ action, detail }, locale).map(({ field, before, after }) => [
    auditFieldName({ action }, field, locale),
    before,
    after,
  ]);

/** Every value of the settings, changed to another of its kind. */
function otherSettings(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, otherSettings(one)]));
  return typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 2 : `${String(value)}x`;
}

test('every setting, and every field of an account, a policy and the backups, has a name in both languages', () => {
  const tls = [
    { mode: 'pem', certificateFile: '/a', keyFile: '/b' },
    { mode: 'pfx', file: '/c' },
  ];
  const all = tls.map((one) => ({ ...defaultSettings, receiver: { ...defaultSettings.receiver, tls: one } }));
  const detailOf = (before: object) =>
    Object.fromEntries(
      Object.entries(before).map(([name, value]) => [name, { before: value, after: otherSettings(value) }]),
    );
  const backups: BackupConfiguration = {
    places: [{ id: 'x', folder: '/respaldo' }],
    schedule: { isOn: true, hour: 3 },
    keep: { daily: 7, weekly: 4, monthly: 12 },
    warnAfterDays: 3,
    secondCopy: { folder: '/copia' },
  };
  const account = { name: 'Ana', email: 'a@b.example', role: 'reader', verdictLimit: '50000' };
  const policy = Object.fromEntries(policyColumns.map((name) => [name, 'x']));
  const entries: [string, ToldEntry['detail']][] = [
    ...all.map((one): [string, ToldEntry['detail']] => ['settings.changed', detailOf(one)]),
    ['backups.configured', { before: backups, after: otherSettings(backups) }],
    ['person.changed', { before: account, after: otherSettings(account) }],
    ['policies.corrected', { before: policy, after: otherSettings(policy) }],
  ];
  for (const [action, detail] of entries)
    for (const { field } of auditChanges({ action, detail }, 'es'))
      expect([action, field, auditField(action, field)]).toEqual([
        action,
        field,
        expect.objectContaining({ es: expect.stringMatching(/^\S/), en: expect.stringMatching(/^\S/) }),
      ]);
  expect(Object.keys(auditChoices.es['views'] ?? {})).toEqual([...photoViews]);
  expect(Object.keys(auditChoices.en['views'] ?? {}).toSorted()).toEqual([...photoViews].toSorted());
});

const settingsChange = (changes: Record<string, [before: object, after: object]>) =>
  entry('settings.changed', {
    detail: Object.fromEntries(
      Object.entries(changes).map(([part, [before, after]]) => [part, { before, after }]),
    ),
  });

test.each<[string, ToldEntry, string, string]>([
  [
    'a number with its unit, and a text in quotes',
    settingsChange({
      receiver: [{ holdSeconds: 8 }, { holdSeconds: 20 }],
      company: [{ name: '' }, { name: 'Seguros Prueba' }],
    }),
    'Ana cambió los ajustes: tiempo para responder una cancelación, de 8 segundos a 20 segundos; nombre de la aseguradora, «Seguros Prueba»',
    'Ana changed the settings: time to answer a cancellation, from 8 seconds to 20 seconds; name of the insurer, “Seguros Prueba”',
  ],
  [
    'yes and no, what is one of a few, never, and percents',
    settingsChange({
      lock: [{ afterMinutes: 0 }, { afterMinutes: 15 }],
      notifications: [{ quietHours: false }, { quietHours: true }],
      screen: [{ theme: 'system' }, { theme: 'dark' }],
    }),
    'Ana cambió los ajustes: bloqueo de la pantalla, de nunca a 15 minutos; horas de silencio, de no a sí; tema, del del sistema a oscuro',
    'Ana changed the settings: lock of the screen, from never to 15 minutes; quiet hours, from no to yes; theme, from the system’s to dark',
  ],
  [
    'lists, and no more than three',
    settingsChange({
      findings: [
        { taxRates: [0, 18], aboveAveragePercent: 10, aboveMaximumPercent: 0, overInvoicedPercent: 0 },
        { taxRates: [0, 16, 18], aboveAveragePercent: 15, aboveMaximumPercent: 5, overInvoicedPercent: 1 },
      ],
      photoChecklist: [{ glass: ['damage'] }, { glass: ['damage', 'plate'] }],
    }),
    'Ana cambió los ajustes: tasas de ITBIS, de 0 %, 18 % a 0 %, 16 %, 18 %; precio sobre el promedio, de 10 % a 15 %; precio sobre el máximo, de 0 % a 5 %; y 2 cambios más',
    'Ana changed the settings: rates of ITBIS, from 0 %, 18 % to 0 %, 16 %, 18 %; price above the average, from 10 % to 15 %; price above the maximum, from 0 % to 5 %; and 2 more changes',
  ],
  [
    'reasons by their name alone, and what was emptied',
    settingsChange({
      reasons: [{ hold: [] }, { hold: [{ code: 'a', es: 'Falta el conduce', en: '', retired: false }] }],
      policyBook: [{ watchedFolder: '/polizas' }, { watchedFolder: '' }],
    }),
    'Ana cambió los ajustes: motivos para dejar una factura en espera; carpeta vigilada de la cartera, que era /polizas, quedó vacío',
    'Ana changed the settings: reasons to hold an invoice; watched folder of the policy book, which was /polizas, is now empty',
  ],
  [
    'an account',
    entry('person.changed', {
      subject: 'person:2',
      about: { what: 'person', id: 2, name: 'Luis Prueba' },
      detail: {
        before: { role: 'adjuster', verdictLimit: '50000.00' },
        after: { role: 'supervisor', verdictLimit: null },
      },
    }),
    'Ana cambió la cuenta de Luis Prueba: rol, de ajustador a supervisor; límite de autoridad, de RD$50,000.00 a sin límite',
    'Ana changed the account of Luis Prueba: role, from adjuster to supervisor; limit of authority, from RD$50,000.00 to no limit',
  ],
  [
    'backups',
    entry('backups.configured', {
      detail: {
        before: { schedule: { isOn: false, hour: 3 }, secondCopy: null },
        after: { schedule: { isOn: true, hour: 22 }, secondCopy: { folder: '/copia' } },
      },
    }),
    'Ana cambió los respaldos: respaldo diario, de no a sí; hora del respaldo, de 03:00 a 22:00; carpeta de la segunda copia, /copia',
    'Ana changed the backups: daily backup, from no to yes; hour of the backup, from 03:00 to 22:00; folder of the second copy, /copia',
  ],
])('in the words of whoever reads it: %s', (_, told, spanish, english) => {
  expect(both(told)).toEqual([spanish, english]);
});

test('a reason that is retired says so beside the others', () => {
  const reason = (es: string, retired: boolean) => ({ code: 'a', es, en: '', retired });
  const detail = {
    reasons: { before: { hold: [] }, after: { hold: [reason('Uno', false), reason('Dos', true)] } },
  };
  expect(changed('settings.changed', detail)).toEqual([
    ['motivos para dejar una factura en espera', null, 'Uno; Dos (retirado)'],
  ]);
});
