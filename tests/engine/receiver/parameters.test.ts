import { describe, expect, test } from 'vitest';
import { incidentDateFault, readParameters } from '../../../main/engine/receiver/parameters.ts';
import { ProblemError } from '../../../main/engine/receiver/problems.ts';
import { policyQuery } from '../../../shared/marketplace/insurance-policy.ts';

const day = 'incidentDate=2026-11-20';

describe('the day of an incident', () => {
  const now = Date.parse('2026-11-20T23:30:00Z');
  const fault = 'It must be a day from 1990-01-01 to 2027-11-21.';
  test.each([
    ['1989-12-31', fault],
    ['1990-01-01', null],
    ['2026-11-20', null],
    ['2027-11-21', null],
    ['2027-11-22', fault],
  ])('%s: %s', (value, expected) => {
    expect(incidentDateFault(value, now)).toBe(expected);
  });
});

describe('what is said of a parameter', () => {
  const isOld = (name: string, value: unknown) =>
    name === 'incidentDate' && String(value) < '1990' ? 'It is too long ago.' : null;
  const wrongOf = (query: string) => {
    try {
      readParameters(policyQuery, { url: `/x?${query}`, redact: (text) => text, faultOf: isOld });
    } catch (failure) {
      if (!(failure instanceof ProblemError)) throw failure;
      const { detail, errors } = failure;
      return { detail, wrong: Object.fromEntries(errors.map((error) => [error.pointer, error.detail])) };
    }
    return null;
  };
  const calendar = 'It must be a day of the calendar, written YYYY-MM-DD.';
  const either = 'insurancePolicyNumber or vin must be given.';
  const twice = 'It is given more than once.';

  test.each<[string, Record<string, string>]>([
    ['vin=V1', { incidentDate: 'It is missing.' }],
    ['vin=V1&incidentDate=+', { incidentDate: 'It is missing.' }],
    ['vin=V1&incidentDate=hoy', { incidentDate: calendar }],
    [day, { insurancePolicyNumber: either }],
    [`vin=&${day}`, { insurancePolicyNumber: either }],
    [`vin=${'V'.repeat(51)}&${day}`, { vin: 'It must have 1 to 50 characters.' }],
    [
      `insurancePolicyNumber=${'9'.repeat(101)}&${day}`,
      { insurancePolicyNumber: 'It must have 1 to 100 characters.' },
    ],
    [`vin=V1&${day}&incidentTypeId=6`, { incidentTypeId: 'It must be an integer from 1 to 5.' }],
    [`vin=V1&${day}&incidentTypeId=0000000001`, { incidentTypeId: 'It must be an integer from 1 to 5.' }],
    [
      `vin=V1&${day}&intermediaryTaxId=${'1'.repeat(21)}`,
      { intermediaryTaxId: 'It must have 1 to 20 characters.' },
    ],
    [`vin=V1&${day}&reportCategoryId=3`, { reportCategoryId: 'It must be 1 or 2.' }],
    [`vin=V1&vin=V1&${day}`, { vin: twice }],
    [`vin=V1&VIN=&${day}`, { vin: twice }],
    [`vin=V1&${day}&incidentTypeId=9&incidentTypeId=9`, { incidentTypeId: twice }],
    ['vin=V1&incidentDate=1980-01-01', { incidentDate: 'It is too long ago.' }],
    ['vin=V1&incidentDate=1980-01-01&incidentDate=1980-01-02', { incidentDate: twice }],
    [
      'vin=V1&incidentDate=1980-01-01&reportCategoryId=0',
      { incidentDate: 'It is too long ago.', reportCategoryId: 'It must be 1 or 2.' },
    ],
    [
      'incidentTypeId=x',
      {
        incidentTypeId: 'It must be an integer from 1 to 5.',
        incidentDate: 'It is missing.',
        insurancePolicyNumber: either,
      },
    ],
  ])('%s', (query, wrong) => {
    expect(wrongOf(query)?.wrong).toEqual(
      Object.fromEntries(Object.entries(wrong).map(([name, detail]) => [`/${name}`, detail])),
    );
  });

  test('its problem names them all', () => {
    expect(wrongOf('vin=V1&reportCategoryId=0&incidentTypeId=7')?.detail).toBe(
      'These parameters are missing or wrong: incidentTypeId, incidentDate, reportCategoryId.',
    );
  });

  test.each(['vin=V1&incidentDate=1990-01-01', `VIN=V1&${day}&incidentTypeId=000000005&_=1&_=1`])(
    'nothing of %s',
    (query) => {
      expect(wrongOf(query)).toBeNull();
    },
  );
});

test('a parameter is read without its key, and one of the path is not read from the query', () => {
  const read = readParameters(policyQuery, {
    url: `/x?vin=V2&${day}&insurancePolicyNumber=secreto`,
    fromPath: { vin: 'V1' },
    redact: (text) => text.replace('secreto', '•••'),
  });
  expect(read).toEqual({ vin: 'V1', incidentDate: '2026-11-20', insurancePolicyNumber: '•••' });
});
