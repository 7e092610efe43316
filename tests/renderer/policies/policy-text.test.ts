import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proposeMapping } from '../../../main/engine/policies/import/column-mapping.ts';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { csvOf } from '../../../renderer/components/download-blob.ts';
import {
  coverageFault,
  isYes,
  readCoverages,
  writeCoverages,
} from '../../../renderer/policies/PolicyFormFields.tsx';
import { coverTone, gravestOf, statesOf, vehicleOf } from '../../../renderer/policies/PolicyState.tsx';
import { templateFile } from '../../../renderer/policies/TemplateButton.tsx';
import { policyColumns } from '../../../shared/policy-terms.ts';

describe('how a vehicle stands', () => {
  const row = { excluded: false, premiumUnpaid: false, validFrom: '2026-01-01', validTo: '2026-12-31' };
  it.each([
    ['2025-12-31', { name: 'future', day: '2026-01-01' }],
    ['2026-01-01', { name: 'inForce', day: '2026-12-31' }],
    ['2026-12-31', { name: 'inForce', day: '2026-12-31' }],
    ['2027-01-01', { name: 'expired', day: '2026-12-31' }],
  ])('on %s its period is %j', (today, state) => {
    expect(statesOf(row, today)).toEqual([state]);
  });

  it('without an end it is in force for good', () => {
    expect(statesOf({ ...row, validTo: null }, '2030-01-01')).toEqual([{ name: 'noEnd' }]);
    expect(statesOf({ ...row, validFrom: null, validTo: null }, '1999-01-01')).toEqual([{ name: 'noEnd' }]);
  });

  it('the gravest comes first, and the period is never left out', () => {
    const bad = { ...row, excluded: true, premiumUnpaid: true };
    expect(statesOf(bad, '2026-06-01').map(({ name }) => name)).toEqual([
      'excluded',
      'premiumUnpaid',
      'inForce',
    ]);
    expect(gravestOf(bad, '2026-06-01').name).toBe('excluded');
    expect(gravestOf(row, '2026-06-01').name).toBe('inForce');
  });

  it('a vehicle is named by what is known of it', () => {
    expect(vehicleOf({ makeName: 'Marca', modelName: '', year: 2019 })).toBe('Marca 2019');
    expect(vehicleOf({ makeName: ' ', modelName: '', year: null })).toBe('');
  });
});

describe('coverages of a row', () => {
  it.each([
    ['', []],
    [
      'COL:Colisión;ROB:Robo',
      [
        { code: 'COL', name: 'Colisión' },
        { code: 'ROB', name: 'Robo' },
      ],
    ],
    ['COL', [{ code: 'COL', name: '' }]],
    [' COL : Colisión: total ; ', [{ code: 'COL', name: 'Colisión: total' }]],
  ])('%j is read', (text, lines) => {
    expect(readCoverages(text)).toEqual(lines);
  });

  it.each([
    [{ code: '', name: 'Robo' }, 'codeMissing'],
    [{ code: 'A:B', name: '' }, 'codeSign'],
    [{ code: 'A;B', name: '' }, 'codeSign'],
    [{ code: 'A', name: 'x;y' }, 'nameSign'],
    [{ code: 'A', name: 'x:y' }, null],
    [{ code: '', name: '' }, null],
  ] as const)('%j: %s', (line, fault) => {
    expect(coverageFault(line)).toBe(fault);
  });

  it('what has no fault is read again as it was written', () => {
    const line = fc.record({ code: fc.string({ minLength: 1 }), name: fc.string() });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const written = lines
          .map(({ code, name }) => ({ code: code.trim(), name: name.trim() }))
          .filter((one) => one.code !== '' && coverageFault(one) === null);
        expect(readCoverages(writeCoverages(written))).toEqual(written);
      }),
    );
  });
});

describe('CSV for a spreadsheet', () => {
  it('is read again as it was, and no cell is a formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1 }),
        (rows) => {
          const read: string[][] = parse(csvOf(rows), {
            bom: true,
            recordDelimiter: '\r\n',
            relax_quotes: false,
          });
          expect(read.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, '')))).toEqual(
            rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))),
          );
          for (const cell of read.flat()) expect(/^[=@\t\r]/.test(cell)).toBe(false);
        },
      ),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['-12.50', '-12.50'],
    ['-cmd', "'-cmd"],
    ['a,"b"', '"a,""b"""'],
  ])('%j is written %j', (cell, written) => {
    expect(csvOf([[cell, 'x']])).toBe(`\uFEFF${written},x\r\n`);
  });
});

describe.each([
  ['es', es],
  ['en', en],
] as const)('the template in %s', (_, words) => {
  it('has headings that are all proposed, and one row', () => {
    const rows: string[][] = parse(templateFile(words.policies.column), { bom: true });
    expect(rows).toHaveLength(2);
    const mapping = proposeMapping(rows[0] ?? []);
    expect((rows[0] ?? []).map((heading) => mapping[heading])).toEqual([...policyColumns]);
  });
});

it.each([
  ['true', true],
  ['Sí', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['', false],
  [undefined, false],
])('%j as yes: %s', (text, yes) => {
  expect(isYes(text)).toBe(yes);
});

describe('what a policy covers is green', () => {
  it.each([
    ['of one in force', 'inForce', [], 'matched'],
    ['not of one that was not in force', 'notInForce', ['notInForce'], 'neutral'],
    ['not where it may not have been', 'maybeNotInForce', [], 'neutral'],
    ['not of a vehicle that is excluded', 'inForce', ['excluded'], 'neutral'],
    ['not of one whose premium is unpaid', 'inForce', ['premiumUnpaid'], 'neutral'],
  ] as const)('%s', (_, period, rules, tone) => {
    const applied = rules.map((rule) => ({ rule }));
    expect(coverTone('covered', period, applied)).toBe(tone);
    expect(coverTone('notCovered', period, applied)).toBe('refusal');
  });
});
