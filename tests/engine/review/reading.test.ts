import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import { call, isProcedure, ORPCError } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { answers } from '../../../main/engine/console/reading.ts';
import { bringUpToDate, openReview, type Review } from '../../../main/engine/review.ts';
import type { OpenedArchive } from '../../../shared/contract/archives.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { newDataDirectory } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const archive: OpenedArchive = {
  ...{ kind: 'copy', name: 'copia', madeAt: null, company: 'Aseguradora', signature: null },
  ...{ keyFingerprint: null, damaged: [], damagedCount: 0, isCutOff: false, hasPolicies: true },
  ...{ checking: null, isLost: false },
};

function leavesOf(part: object, isLeaf: (value: unknown) => boolean, above: string[] = []): string[] {
  return Object.entries(part).flatMap(([name, value]: [string, object]) =>
    isLeaf(value) ? [[...above, name].join('.')] : leavesOf(value, isLeaf, [...above, name]),
  );
}

const paths = leavesOf(contract, isContractProcedure);
const at = (part: object, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => Reflect.get(Object(found), name), part);
const refused = paths.filter((path) => at(answers, path) === 'refused');

async function opened(): Promise<{ review: Review; dataDir: string }> {
  const dataDir = await newDataDirectory(temporaryFolder());
  await bringUpToDate(dataDir);
  const review = await openReview({ dataDir, version: '0.0.0', archive });
  onTestFinished(() => review.close());
  return { review, dataDir };
}

test('every procedure of the contract is said to be answered or refused, and nothing else is', () => {
  expect(leavesOf(answers, (value) => typeof value === 'string').toSorted()).toEqual(paths.toSorted());
  expect(refused.length).toBeGreaterThan(30);
});

test('what does not only read is refused by name, whatever it is given; what reads is answered; nothing is written', async () => {
  const { review, dataDir } = await opened();
  const digest = () =>
    createHash('sha256')
      .update(readFileSync(join(dataDir, 'perito.db')))
      .digest('hex');
  const before = digest();
  const callAt = (path: string, input: unknown) => {
    const procedure = at(review.router, path);
    if (!isProcedure(procedure)) throw new Error(`${path} is not in the router`);
    return call(procedure, input, { context: { via: 'browser' } });
  };
  for (const path of refused) {
    const refusal = await callAt(path, { id: 1 }).catch((error: unknown) => error);
    expect([path, refusal]).toEqual([path, expect.any(ORPCError)]);
    expect(refusal).toMatchObject({ code: 'READ_ONLY', status: 405 });
  }
  const withoutInput = ['status.get', 'records.list', 'claims.list', 'cancellations.list', 'settings.get'];
  withoutInput.push('attachments.downloads', 'attachments.hosts', 'attachments.checked', 'reference.list');
  withoutInput.push('reference.key', 'receiverKeys.list', 'policies.list', 'policies.coverageCodes');
  withoutInput.push('policyImports.list', 'policyLookups.list', 'rejected.list', 'audit.list');
  withoutInput.push('shell.capabilities', 'records.partyRules', 'attachments.waiting');
  for (const path of withoutInput) expect([path, await callAt(path, {})]).toEqual([path, expect.anything()]);
  expect(await callAt('status.get', undefined)).toMatchObject({ archive, receiver: { state: 'stopped' } });
  expect(digest()).toBe(before);
});

test('a job that would change something is refused by the database itself', async () => {
  const { dataDir } = await opened();
  await expect(openReview({ dataDir, version: '0.0.0', archive })).rejects.toMatchObject({ code: 'inUse' });
});
