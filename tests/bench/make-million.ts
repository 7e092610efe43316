/**
 * `npm run bench:make -- --data DIR`: a data directory with a million records of three years (years-of-records.ts) and what
 * twelve people did with them. The entries go into the journal in groups, as the receiver's do; the rooms that derive and examine
 * every day make of them what people see, with nobody waiting for the thread (as in a rebuild); acts go through the rooms as well,
 * so that log, chains, counts and sums are what they would be. Only HTTP is left out, and the clock is set to each moment.
 *
 * Of what is older than two months nine in ten are reviewed, of the last two months half; six in ten of those are assigned, one in
 * seventy is flagged; of the invoices 85 % are decided on, payments above a limit proposed and mostly confirmed; one record in
 * 25 has a note, one in a hundred a reminder, one in 40 an acknowledged finding, one claim in fifty a note and a person.
 *
 * --data DIR    kept, and gone on from where it has some already
 * --records N   default 1000000
 * --until DAY   the last day, YYYY-MM-DD; default today, or what it was begun with
 * --chunk N     so many entries at a time; it can be ended after each, default 20000
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { openNaming } from '../../main/engine/attachments/index.ts';
import { createCancellations, orderArrived } from '../../main/engine/cancellations/index.ts';
import { createChanges } from '../../main/engine/changes/index.ts';
import { type Clock, systemClock } from '../../main/engine/clock.ts';
import { coverageCheckForReports } from '../../main/engine/coverage-check.ts';
import { createDecisions } from '../../main/engine/decisions/index.ts';
import { derivers } from '../../main/engine/derivers.ts';
import { openExamination } from '../../main/engine/examination/index.ts';
import { openJournal } from '../../main/engine/journal/index.ts';
import { logToStandardError as log } from '../../main/engine/log.ts';
import { openPeople } from '../../main/engine/people/index.ts';
import { createPolicies } from '../../main/engine/policies/index.ts';
import { createRecords } from '../../main/engine/records/index.ts';
import { createRejected } from '../../main/engine/rejected/index.ts';
import { openSettings } from '../../main/engine/settings/index.ts';
import {
  findDerivedPosition,
  findSetting,
  listArrivalsAfter,
  listCallsAfter,
  listFindings,
  listRecordsByIds,
  openStoreInFiles,
  type RecordListRow,
  upsertSetting,
} from '../../main/engine/store/index.ts';
import { createWork } from '../../main/engine/work/index.ts';
import { policiesAsCsv, sampleCoverageOfIncident } from '../../main/simulator/index.ts';
import { type Random, randomFor } from '../../main/simulator/random.ts';
import type { Actor } from '../../shared/contract/common.ts';
import { databaseFiles } from './process-figures.ts';
import { policyBook, yearsOfRecords } from './years-of-records.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    records: { type: 'string', default: '1000000' },
    until: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    chunk: { type: 'string', default: '20000' },
  },
});
const dataDir = options.data ?? '';
if (dataDir === '') throw new Error('--data DIR: where is it to be made?');
const chunk = Number(options.chunk);
mkdirSync(dataDir, { recursive: true });

/** What it was begun with, so that it goes on with the same. */
const madeFile = join(dataDir, 'made.json');
const made = z
  .object({ seed: z.int(), records: z.int(), until: z.iso.date() })
  .parse(
    existsSync(madeFile)
      ? JSON.parse(readFileSync(madeFile, 'utf8'))
      : { seed: 1, records: Number(options.records), until: options.until },
  );
writeFileSync(madeFile, JSON.stringify(made));

let now = Date.parse(`${made.until}T04:00:00Z`) - 4 * 365 * 86_400_000;
/** What is done is done at the moment that it is set to. */
const clock: Clock = { now: () => now, after: systemClock.after };

/** Entries that are derived in one job. */
const jobEntries = 500;
const dayMs = 86_400_000;
const end = Date.parse(`${made.until}T04:00:00Z`);

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isEnding = true));

const changes = createChanges(clock);
const journal = await openJournal({
  dataDir,
  clock,
  numberTemplate: (kind) => settings.current().numbering[kind],
});
const store = openStoreInFiles({ dataDir, journalIsOpen: true });
const settings = await openSettings(store, clock, changes);
const people = await openPeople({ store, clock, changes, settings });
const policies = createPolicies({ store, clock, changes, settings, log });
await policies.start({ watchesFolder: false });
const records = createRecords({
  ...{ store, clock, changes, settings, log },
  checkCoverage: coverageCheckForReports(policies),
  onNewOrder: async (tx, order, at) => (await orderArrived(tx, order, at))?.cancellationId ?? null,
  attachments: await openNaming({ store, clock, settings }),
  examination: openExamination({ platformUrl: () => settings.current().platform.baseUrl }),
  isAlone: true,
});
const cancellations = await createCancellations({
  ...{ store, clock, changes, settings },
  deriveOrderBefore: records.deriveBefore,
  answer() {},
});
const rejected = createRejected({ store, clock, changes });
const derive = derivers({ records, cancellations, policies, rejected });
const work = createWork({ store, clock, changes });
const decisions = createDecisions({ store, clock, changes });

try {
  const actors = await employ();
  if (await policies.isEmpty()) await importBook();
  await records.countAll();
  records.start();
  const arrivals = yearsOfRecords(made, journal.head().seq);
  for (let isMore = true; isMore && !isEnding; ) {
    const began = performance.now();
    isMore = await append(arrivals);
    const appended = performance.now();
    await deriveAll();
    const derived = performance.now();
    await examine();
    const examined = performance.now();
    await act(actors);
    await examine();
    const seconds = [appended - began, derived - appended, examined - derived, performance.now() - examined];
    const names = ['kept', 'derived', 'examined', 'acted'];
    const said = names.map((name, index) => `${name} ${((seconds[index] ?? 0) / 1000).toFixed(1)} s`);
    console.error(`${journal.head().seq} entries: ${said.join(', ')}`);
  }
  console.log(JSON.stringify({ entries: journal.head().seq, bytes: databaseFiles(dataDir) }));
} finally {
  await records.stop();
  await policies.close();
  changes.close();
  await store.close();
  await journal.close();
}

/** Those who work there, and what they decide on alone; each once. */
async function employ(): Promise<Actor[]> {
  const administrator: Actor = { person: 'Perito', via: 'commandLine' };
  const wanted = Array.from({ length: 12 }, (_, index) => ({
    name: `Persona de prueba ${index + 1}`,
    email: `persona${index + 1}@aseguradora-prueba.example`,
    role: index < 9 ? ('adjuster' as const) : ('supervisor' as const),
    verdictLimit: index < 9 ? '40000' : null,
  }));
  const known = new Set((await people.list()).map(({ name }) => name));
  for (const person of wanted) if (!known.has(person.name)) await people.save(null, person, administrator);
  return (await people.list())
    .filter(({ name }) => wanted.some((person) => person.name === name))
    .map(({ id, name }) => ({ person: name, personId: id, via: 'browser' as const }));
}

async function importBook(): Promise<void> {
  const path = join(dataDir, 'policies.csv');
  writeFileSync(path, policiesAsCsv(policyBook(made), 'spanish'));
  const actor: Actor = { person: 'Perito', via: 'commandLine' };
  await settings.update({ coverageOfIncident: sampleCoverageOfIncident }, actor);
  const done = await policies.imports.importNow({ path, dryRun: false, badRows: 'refuse' }, actor);
  if (done.outcome !== 'done') throw new Error(`The book could not be imported: ${JSON.stringify(done)}`);
}

/** Whether there are more behind this chunk. */
async function append(arrivals: ReturnType<typeof yearsOfRecords>): Promise<boolean> {
  let group: Parameters<typeof journal.append>[0][number][] = [];
  for (let count = 0; count < chunk; count += 1) {
    const next = arrivals.next();
    if (next.done === true) {
      await journal.append(group);
      return false;
    }
    const { at, arrival } = next.value;
    // A group has one time: that of its last.
    if (group.length >= 200 && arrival.kind !== 'answer' && arrival.kind !== 'outcome') {
      await journal.append(group);
      group = [];
    }
    now = at;
    group.push(arrival);
  }
  // An ask stays with its answer: a run that goes on would end it otherwise.
  for (let last = group.at(-1); last?.kind === 'ask' || last?.kind === 'answer'; last = group.at(-1)) {
    const next = arrivals.next();
    if (next.done === true) break;
    group.push(next.value.arrival);
  }
  await journal.append(group);
  return true;
}

async function deriveAll(): Promise<void> {
  const head = journal.head().seq;
  let position = await store.read((tx) => findDerivedPosition(tx, 'derivedArrivals'));
  while (position < head) {
    const from = position;
    const found = await store.read(async (tx) =>
      [...(await listCallsAfter(tx, from, jobEntries)), ...(await listArrivalsAfter(tx, from, jobEntries))]
        .sort((a, b) => a.seq - b.seq)
        .slice(0, jobEntries),
    );
    const jobs: Awaited<ReturnType<typeof derive.lookup>>[] = [];
    for (const entry of found) jobs.push(await derive[entry.kind](entry));
    position = found.at(-1)?.seq ?? head;
    const to = position;
    await store.derive(async (tx) => {
      for (const job of jobs) await job(tx);
      for (const name of ['derivedCalls', 'derivedArrivals']) await upsertSetting(tx, name, String(to));
    });
  }
}

async function examine(): Promise<void> {
  records.examiner.wake();
  await records.examiner.idle();
}

/** What people do with what came since they did something last. */
async function act(actors: readonly Actor[]): Promise<void> {
  const last = journal.head().seq;
  const step = 100;
  const done = Number((await store.read((tx) => findSetting(tx, 'benchActed'))) ?? 0);
  for (let from = done; from < last; from += step) {
    const ids = Array.from({ length: Math.min(step, last - from) }, (_, nth) => from + nth + 1);
    const rows = await store.read((tx) => listRecordsByIds(tx, ids, {}));
    await Promise.all(rows.map((row) => actOn(row, actors)));
  }
  await store.write((tx) => upsertSetting(tx, 'benchActed', String(last)));
}

async function actOn(row: RecordListRow, actors: readonly Actor[]): Promise<void> {
  const random = randomFor(made.seed, `acts on ${row.kind} ${row.marketplaceId}`);
  const actor = random.pick(actors);
  const isOld = row.receivedAt < end - 60 * dayMs;
  const at = Math.min(end, row.receivedAt + random.integer(1, 40) * 3_600_000);
  /** The clock stands at the moment of each act when it begins. */
  const then = <Result>(hours: number, what: () => Promise<Result>): Promise<Result> => {
    now = Math.min(end, at + hours * 3_600_000);
    return what();
  };
  const { id, revision, claimNumber } = row;
  const isRead = random.chance(isOld ? 0.9 : 0.5);
  if (random.chance(isRead ? 0.6 : 0.2))
    await then(0, () => work.assign([id], actor.personId ?? null, actor));
  if (isRead) await then(1, () => records.setReviewed(id, revision, actor));
  if (random.chance(0.014))
    await then(1, () => work.setFlag(id, { word: random.pick(['', 'Revisar precio', 'Llamar']) }, actor));
  if (random.chance(0.04)) await then(2, () => note(row, actor, random, actors));
  if (random.chance(0.01)) await then(2, () => remind(row, actor, random, isOld, at));
  if (row.findingCount > 0 && random.chance(0.04)) await then(2, () => acknowledge(row, actor));
  if (claimNumber !== null && random.chance(0.004)) await then(2, () => takeClaim(claimNumber, actor));
  if (row.kind === 'financialDocument' && random.chance(isOld ? 0.85 : 0.4))
    await decide(row, actor, random, actors, then);
  if (row.cancellationId !== null && random.chance(isOld ? 0.95 : 0.6))
    await then(3, () => answer(row.cancellationId ?? 0, actor, random));
}

async function takeClaim(claimNumber: string, actor: Actor): Promise<void> {
  await work.assignClaim(claimNumber, actor.personId ?? null, actor);
  const text = 'Reclamo de prueba: seguir de cerca.';
  await work.addClaimNote(claimNumber, { text, mentions: [] }, actor);
}

function answer(id: number, actor: Actor, random: Random): Promise<unknown> {
  const verdict = random.pick(['approve', 'refuse', 'refuse'] as const);
  const responseText = verdict === 'refuse' ? 'La orden ya fue despachada.' : undefined;
  return cancellations.decide({ id, actor, acknowledgeMismatch: true, verdict, responseText });
}

function note(row: RecordListRow, actor: Actor, random: Random, actors: readonly Actor[]): Promise<unknown> {
  const other = random.pick(actors);
  const isMention = random.chance(0.2) && other.personId !== undefined;
  const text = random.pick([
    'El suplidor confirmó la entrega por teléfono.',
    'Pedir foto del odómetro al taller.',
    'Precio acordado con el taller, falta la factura corregida.',
    'El asegurado llamó para saber cuándo le entregan el vehículo.',
  ]);
  return records.addNote(
    row.id,
    isMention ? `@${other.person} ${text}` : text,
    actor,
    isMention && other.personId !== undefined ? [other.personId] : [],
  );
}

async function remind(
  row: RecordListRow,
  actor: Actor,
  random: Random,
  isOld: boolean,
  at: number,
): Promise<void> {
  const on = new Date(at + random.integer(1, 20) * dayMs).toISOString().slice(0, 10);
  const forPerson = actor.personId ?? 0;
  const text = 'Llamar al taller.';
  const added = await work.addReminder(
    { about: { recordId: row.id }, forPerson, text, on, time: null },
    actor,
  );
  if (added !== null && added !== 'noPerson' && random.chance(isOld ? 0.98 : 0.3))
    await work.setReminderDone(added.id, true, actor);
}

async function acknowledge({ id, revision }: RecordListRow, actor: Actor): Promise<void> {
  const [first] = await store.read((tx) => listFindings(tx, id, revision));
  if (first === undefined) return;
  const reason = 'Acordado con el suplidor.';
  await records.acknowledge({ recordId: id, code: first.code, scope: 'record', reason }, actor);
}

async function decide(
  row: RecordListRow,
  actor: Actor,
  random: Random,
  actors: readonly Actor[],
  then: <Result>(hours: number, what: () => Promise<Result>) => Promise<Result>,
): Promise<void> {
  const decision = random.pick(['pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'hold', 'dispute'] as const);
  const paid = row.attentionCount > 0 ? 'Se verificó con el taller.' : undefined;
  const comment = decision === 'pay' ? paid : 'Falta el conduce.';
  const isAdjuster = actors.indexOf(actor) < 9;
  const done = await then(3, () =>
    decisions.decide(
      { recordId: row.id, revision: row.revision, lastId: null, decision, comment },
      { actor, limit: isAdjuster ? '40000' : null },
    ),
  );
  if (done.outcome !== 'done' || done.decisions.proposal === null || random.chance(0.05)) return;
  const supervisor = actors[9];
  const proposalId = done.decisions.proposal.id;
  if (supervisor === undefined) return;
  await then(20, () =>
    decisions.confirm({ recordId: row.id, proposalId }, { actor: supervisor, limit: null }),
  );
}
