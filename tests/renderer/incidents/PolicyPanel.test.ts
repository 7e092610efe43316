import { describe, expect, it } from 'vitest';
import { policyQuestion } from '../../../renderer/incidents/PolicyPanel.tsx';
import { readIncidentReport } from '../../../shared/marketplace/record-content.ts';

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
      'an instant, by the Dominican day, and by the other one that it may have been',
      { vinNumber: 'V', incidentDateTime: '2026-11-20T03:30:00Z' },
      { vin: 'V', incidentDate: '2026-11-19', otherDate: '2026-11-20' },
    ],
    [
      'an instant of the same day',
      { vinNumber: 'V', incidentDateTime: '2026-11-20T15:30:00Z' },
      { vin: 'V', incidentDate: '2026-11-20' },
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
