import { randomUUID } from 'node:crypto';
import { realpath, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Actor } from '#shared/contract/common.ts';
import { fiscalYears, type RetentionPolicy, retentionPolicy } from '#shared/contract/retention.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  findSetting,
  type ReadTransaction,
  type Store,
  upsertSetting,
  type WriteTransaction,
} from '../store/index.ts';
import { within } from '../within.ts';

/** Under which the log has what is done for retention. */
export const retentionSubject = 'retention';
const settingName = 'retentionPolicy';
/** Until when time has passed, as whoever set the policy and each look since then saw it. */
const passedName = 'retentionPassed';

/** The policy that is stored; where none is, or it cannot be read, nothing ever leaves. */
export async function readPolicy(tx: ReadTransaction): Promise<RetentionPolicy> {
  const stored = await findSetting(tx, settingName);
  const read = retentionPolicy.safeParse(stored === null ? {} : JSON.parse(stored));
  return read.success ? read.data : retentionPolicy.parse({});
}

type FolderProblem = 'notAPath' | 'missing' | 'notWritable' | 'inDataDirectory' | 'same';

export type PolicyRefusal =
  | { refused: 'fiscalYears' }
  | { refused: 'notAFolder'; folder: string; problem: FolderProblem };

export interface WantedPolicy {
  policy: RetentionPolicy;
  knowsFiscalYears: boolean;
}

/** Why a policy cannot be set; null where it can. */
export async function policyRefusal(
  dataDir: string,
  { policy, knowsFiscalYears }: WantedPolicy,
): Promise<PolicyRefusal | null> {
  if (policy.years !== null && policy.years < fiscalYears && !knowsFiscalYears)
    return { refused: 'fiscalYears' };
  const { folder, secondFolder } = policy;
  for (const one of [folder, secondFolder]) {
    if (one === null) continue;
    const problem = await folderProblem(one, dataDir);
    if (problem !== null) return { refused: 'notAFolder', folder: one, problem };
  }
  if (secondFolder !== null && folder !== null && (await realpath(folder)) === (await realpath(secondFolder)))
    return { refused: 'notAFolder', folder: secondFolder, problem: 'same' };
  return null;
}

/** Stores a policy and audits it, with whether somebody said to know for how long fiscal records are kept. */
export async function setPolicy(
  { store, clock }: { store: Store; clock: Clock },
  wanted: WantedPolicy,
  actor: Actor,
): Promise<PolicyRefusal | 'set'> {
  const refusal = await policyRefusal(store.dataDir, wanted);
  if (refusal !== null) return refusal;
  const { policy, knowsFiscalYears } = wanted;
  await store.write(async (tx) => {
    const before = await readPolicy(tx);
    await upsertSetting(tx, settingName, JSON.stringify(policy));
    await upsertSetting(tx, passedName, String(clock.now()));
    await appendAudit(tx, {
      ...{ at: clock.now(), actor, action: 'retention.policySet', subject: retentionSubject },
      detail: { before, after: policy, knowsFiscalYears },
    });
  });
  return 'set';
}

/** By how much time may pass from one look to the next, which are a day apart; more is made up for by those that follow. */
const mostPassed = 2 * 86_400_000;

/** The time of a look by a clock that says `now`: no later, and so little later than the last one that no claim ages by years at once. */
export async function passedBy(tx: WriteTransaction, now: number): Promise<number> {
  const last = Number((await findSetting(tx, passedName)) ?? now);
  const passed = Math.min(now, last + mostPassed);
  await upsertSetting(tx, passedName, String(Math.max(last, passed)));
  return passed;
}

/** A folder of the network that does not answer in so many milliseconds is as good as missing. */
const patience = 5000;

/** Why no bundle can be written to a folder; null where one can. */
export async function folderProblem(folder: string, dataDir: string): Promise<FolderProblem | null> {
  if (!isAbsolute(folder)) return 'notAPath';
  let problem: FolderProblem | null = 'missing';
  const look = lookAt(folder, dataDir).then((found) => {
    problem = found;
  });
  await within(patience, look);
  return problem;
}

async function lookAt(folder: string, dataDir: string): Promise<FolderProblem | null> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) return 'missing';
  if (isInside(await realpath(folder), await realpath(dataDir))) return 'inDataDirectory';
  const probe = join(folder, `.perito-${randomUUID()}`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    return null;
  } catch {
    return 'notWritable';
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(resolve(outer), resolve(folder));
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path));
}
