import { describe, expect, it } from 'vitest';
import { policyQuestion, policyStanding } from '../../../renderer/incidents/policy-standing.ts';
import { readIncidentReport } from '../../../shared/marketplace/read-bodies.ts';
import type { PolicyRule } from '../../../shared/policy-terms.ts';

const asked = (generalInfo: object) => policyQuestion(readIncidentReport({ generalInfo }).value);

describe('what the policy book is asked', () => {
  it.each([
    [
      'everything',
      {
        insurancePolicyNumber: ' P-1 ',
        vinNumber: 'V',
        incidentReportTypeId: 3,
        incidentDateTime: '2026-11-19T20:10:00',
      },
      { insurancePolicyNumber: 'P-1', vin: 'V', incidentTypeId: 3, incidentDate: '2026-11-19' },
    ],
    [
      'an instant, by the Dominican day',
      { vinNumber: 'V', incidentDateTime: '2026-11-20T03:30:00Z' },
      { vin: 'V', incidentDate: '2026-11-19' },
    ],
    [
      'a time with the zone of the Dominican Republic',
      { vinNumber: 'V', incidentDateTime: '2026-11-19T23:30:00-04:00' },
      { vin: 'V', incidentDate: '2026-11-19' },
    ],
    ['neither policy nor vehicle', { insurancePolicyNumber: ' ', incidentDateTime: '2026-11-19' }, null],
    ['no day', { vinNumber: 'V' }, null],
    ['a day that is none', { vinNumber: 'V', incidentDateTime: '2026-13-40' }, null],
  ])('%s', (_, generalInfo, expected) => {
    expect(asked(generalInfo)).toEqual(expected);
  });

  it('is nothing where the report has no general part', () => {
    expect(policyQuestion({ generalInfo: null })).toBeNull();
  });
});

const rule = { on: true, severity: 'error' as const, text: 'x' };
const settings = (on: boolean, collision: string[]) => ({
  policyRules: { notInForce: rule, noCoverage: { ...rule, on }, excluded: rule, premiumUnpaid: rule },
  coverageOfIncident: { fire: [], theft: [], collision, glass: [], other: [] },
});
const verdict = (validFrom: string | null, validTo: string | null, rules: PolicyRule[] = []) => ({
  validFrom,
  validTo,
  rules: rules.map((one) => ({ rule: one, severity: 'error' as const, text: 'x' })),
});
const day = { incidentDate: '2026-11-19', incidentTypeId: 3 };

describe('how the policy stood', () => {
  it.each([
    [null, null, true],
    ['2026-11-19', '2026-11-19', true],
    ['2026-11-20', null, false],
    [null, '2026-11-18', false],
  ])('from %s to %s in force: %s', (from, to, inForce) => {
    expect(policyStanding(verdict(from, to), day, settings(true, ['COL'])).inForce).toBe(inForce);
  });

  it.each([
    ['covered', true, ['COL'], [], 3],
    ['notCovered', true, ['COL'], ['noCoverage'], 3],
    ['notChecked', true, [], [], 3],
    ['notChecked', false, ['COL'], [], 3],
    ['notChecked', true, ['COL'], [], 99],
  ] as const)('%s', (coverage, on, codes, rules, type) => {
    const standing = policyStanding(
      verdict(null, null, [...rules]),
      { ...day, incidentTypeId: type },
      settings(on, [...codes]),
    );
    expect(standing.coverage).toBe(coverage);
  });

  it('claims no cover before the settings are here', () => {
    expect(policyStanding(verdict(null, null), day, undefined).coverage).toBe('notChecked');
  });
});
