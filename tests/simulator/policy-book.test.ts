import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeClaim } from '../../main/simulator/claim.ts';
import { openMarketplace, sampleBookSize } from '../../main/simulator/index.ts';
import { insuredVehicle, policyStates, rowInState } from '../../main/simulator/insured-vehicle.ts';
import { policiesAsCsv, samplePolicies, spanishHeadings } from '../../main/simulator/policy-book.ts';
import { sampleCoverageOfIncident } from '../../main/simulator/sample-data.ts';
import { policyColumns } from '../../shared/policy-terms.ts';
import { cedulaChecks } from '../../shared/rules/cedula.ts';
import { rncChecks } from '../../shared/rules/rnc.ts';
import { describeVin, vinChecks } from '../../shared/rules/vin.ts';

const today = new Date('2026-11-20T14:30:00.000Z');
const book = samplePolicies(1, 400, today);

test('every row has every column, and no vehicle comes twice', () => {
  for (const row of book) expect(Object.keys(row)).toEqual(policyColumns);
  expect(new Set(book.map((row) => row.vin)).size).toBe(book.length);
});

test('a longer book begins as a shorter one', () => {
  expect(samplePolicies(1, 50, today)).toEqual(book.slice(0, 50));
  expect(samplePolicies(2, 1, today)[0]?.vin).not.toBe(book[0]?.vin);
});

test('owners are companies and natural persons, with ids that check, and the same on every vehicle', () => {
  const owners = new Map<string, string>();
  for (const row of book) {
    if (row.personTypeId === '1') {
      expect(rncChecks(row.companyTaxId)).toBe(true);
      expect(row).toMatchObject({
        identification: '',
        identificationTypeId: '',
        firstName: '',
        lastName: '',
      });
    } else {
      expect(row).toMatchObject({ personTypeId: '2', companyTaxId: '', companyName: '' });
      if (row.identificationTypeId === '2') expect(cedulaChecks(row.identification)).toBe(true);
      else expect(row).toMatchObject({ identificationTypeId: '3', identification: /^PRUEBA/ });
    }
    const { displayName, address, validFrom } = row;
    const owner = JSON.stringify({ displayName, address, validFrom });
    expect(owners.get(row.insurancePolicyNumber) ?? owner).toBe(owner);
    owners.set(row.insurancePolicyNumber, owner);
  }
  const types = new Set(book.map((row) => `${row.personTypeId}-${row.identificationTypeId}`));
  expect([...types].sort()).toEqual(['1-', '2-2', '2-3']);
  expect(owners.size).toBe((400 / 20) * 14);
});

test('VINs are in form, check, and belong to no maker', () => {
  for (const { vin } of book) {
    expect(vin.startsWith('0PR')).toBe(true);
    expect(describeVin(vin).form).toBe('vin');
    expect(vinChecks(vin)).toBe(true);
  }
});

test.each([
  ['inForce', 320],
  ['expired', 20],
  ['excluded', 20],
  ['premiumUnpaid', 20],
  ['liabilityOnly', 20],
] as const)('%s: %i of 400 rows', (state, count) => {
  const rows = book.filter((_, index) => insuredVehicle(1, index).state === state);
  expect(rows).toHaveLength(count);
  for (const row of rows) {
    expect(row.validTo < '2026-11-13').toBe(state === 'expired');
    expect(row.validFrom < '2026-11-13').toBe(true);
    expect(row.excluded).toBe(String(state === 'excluded'));
    expect(row.premiumUnpaid).toBe(String(state === 'premiumUnpaid'));
    expect(row.accountBalance === '0.00').toBe(state !== 'premiumUnpaid');
    const codes = row.coverages.split(';').map((coverage) => coverage.split(':')[0]);
    const covers = sampleCoverageOfIncident.collision.some((code) => codes.includes(code));
    expect(covers).toBe(state !== 'liabilityOnly');
  }
});

test('the nth row in a state is counted over the whole book', () => {
  for (const state of policyStates) {
    const rows = book.flatMap((_, index) => (insuredVehicle(1, index).state === state ? [index] : []));
    expect(rows.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, nth) => rowInState(state, nth)));
  }
});

test('the policy and VIN of every claim are in the book', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.constantFrom(...policyStates), (nth, state) => {
      const { vehicle } = makeClaim(1, nth % (state === 'inForce' ? 320 : 20), state);
      const row = book.find(({ vin }) => vin === vehicle.vin);
      expect(row).toMatchObject({
        insurancePolicyNumber: vehicle.policyNumber,
        displayName: vehicle.owner.displayName,
        makeName: vehicle.makeName,
        modelName: vehicle.modelName,
        year: String(vehicle.year),
      });
      expect(vehicle.state).toBe(state);
    }),
  );
});

test('however many claims a marketplace draws, their vehicles are in the book, and no claim comes twice', () => {
  const { factory } = openMarketplace({ insurerUrl: 'http://127.0.0.1:9', key: null, seed: 1 });
  const vins = new Set(samplePolicies(1, sampleBookSize, today).map(({ vin }) => vin));
  const claims = Array.from({ length: 1_000 }, (_, nth) => factory.claim(policyStates[nth % 5]));
  expect(claims.filter(({ vehicle }) => !vins.has(vehicle.vin))).toEqual([]);
  expect(new Set(claims.map(({ claimNumber }) => claimNumber)).size).toBe(claims.length);
  for (const [nth, claim] of claims.entries()) {
    expect(claim.vehicle.state).toBe(policyStates[nth % 5]);
    expect(factory.claimOf(claim)).toBe(claim);
  }
});

describe('as CSV', () => {
  test('with the columns as headings: every cell as it is in its row', () => {
    const [head, ...lines] = policiesAsCsv(book.slice(0, 40)).split('\r\n');
    expect(head?.split(',')).toEqual(policyColumns);
    expect(lines.pop()).toBe('');
    expect(lines.map(cellsOf)).toEqual(
      book.slice(0, 40).map((row) => policyColumns.map((name) => row[name])),
    );
  });

  test('with Spanish headings yes and no are Spanish, and nothing else changes', () => {
    const [head, ...lines] = policiesAsCsv(book.slice(0, 20), 'spanish').split('\r\n');
    expect(head?.split(',')).toEqual(policyColumns.map((name) => spanishHeadings[name]));
    lines.pop();
    const spanish = book
      .slice(0, 20)
      .map((row) => policyColumns.map((name) => row[name].replace(/^true$/, 'Sí').replace(/^false$/, 'No')));
    expect(lines.map(cellsOf)).toEqual(spanish);
    expect(lines.flatMap(cellsOf)).toContain('Sí');
  });

  test('a cell with commas or quotes is quoted', () => {
    const [row] = book;
    const text = policiesAsCsv([{ ...row!, address: 'Calle "A", No. 1' }]);
    expect(text).toContain(',"Calle ""A"", No. 1",');
  });
});

/** The cells of one line of RFC 4180. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .slice(0, policyColumns.length)
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}
