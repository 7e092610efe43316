import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { todayLasts } from '../today.ts';
import { type Opened, openOffice, type Way, ways } from './both-ways.ts';
import { procedures } from './procedures.ts';

/** The paths of all procedures, for example `records.list`. */
function pathsOf(part: object, above: string[] = []): string[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const path = [...above, name];
    return isContractProcedure(value) ? [path.join('.')] : pathsOf(value, path);
  });
}

test('every procedure of the contract is in the suite, and nothing else', () => {
  expect(Object.keys(procedures).toSorted()).toEqual(pathsOf(contract).toSorted());
});

const allWays: Way[] = ['http', 'port'];

describe.each(allWays)('the contract over %s', (way) => {
  let office: Opened;
  beforeAll(async () => {
    await todayLasts();
    office = await openOffice(way);
  });
  afterAll(() => office.close());

  // In the order of the table: later scenarios look at what earlier ones did.
  test.each(Object.entries(procedures))('%s', async (path, { behaves, invalid }) => {
    await behaves(office);
    for (const input of invalid) {
      expect([input, await call(office, path, input)]).toEqual([
        input,
        {
          code: 'BAD_REQUEST',
          status: 400,
          issues: expect.arrayContaining([expect.objectContaining({ path: expect.anything() })]),
        },
      ]);
    }
  });

  test('a procedure that does not exist is not found', async () => {
    expect(await call(office, 'records.erase', {})).toMatchObject({ status: 404 });
  });
});

/** Calls by path with any input, as a caller that keeps to no type; answers with the refusal. */
async function call({ client }: Opened, path: string, input: unknown) {
  let procedure: unknown = client;
  for (const name of path.split('.')) procedure = Reflect.get(Object(procedure), name);
  try {
    await (procedure as (input: unknown) => Promise<unknown>)(input);
    return 'taken';
  } catch (error) {
    const { code, status, data } = error as { code: string; status: number; data?: { issues?: unknown } };
    return { code, status, issues: data?.issues };
  }
}

test('both ways are in the suite', () => {
  expect(allWays.toSorted()).toEqual(Object.keys(ways).toSorted());
});
