import { expect, onTestFinished, test, vi } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { upsertSetting } from '../../../main/engine/store/index.ts';
import {
  numberTemplate,
  type Settings,
  settingsChanges,
  settings as settingsSchema,
} from '../../../shared/contract/settings.ts';
import { patience } from '../../patience.ts';
import { ManualClock } from '../manual-clock.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const actor = { person: '', via: 'desktop' as const };

async function room(dataDir = temporaryFolder()) {
  const store = await openNewStore({ dataDir });
  onTestFinished(() => store.close());
  const clock = new ManualClock();
  return { store, clock, dataDir, settings: await openSettings(store, clock, createChanges(clock)) };
}

test('a change is merged, kept and audited with what was before', async () => {
  const { store, settings, dataDir } = await room();
  await settings.update({ company: { name: 'Aseguradora de prueba' } }, actor);
  await settings.update({ company: { taxId: '101000001' }, receiver: { holdSeconds: 30 } }, actor);
  const audited = await store.read(async (tx) =>
    tx.all<{ detail: string }>('SELECT detail FROM audit ORDER BY id'),
  );
  expect(JSON.parse(audited[1]!.detail)).toMatchObject({
    company: { before: { taxId: '' }, after: { name: 'Aseguradora de prueba', taxId: '101000001' } },
  });
  await store.close();
  const later = await room(dataDir);
  expect(later.settings.current()).toMatchObject({
    company: { name: 'Aseguradora de prueba', taxId: '101000001' },
    receiver: { address: '127.0.0.1', port: 8650, holdSeconds: 30 },
  });
});

/** A change of every section; a section without one is a type error. */
const changeOfEach: { [Name in Exclude<keyof Settings, 'firstRunDoneAt'>]: Partial<Settings[Name]> } = {
  company: { name: 'Aseguradora de prueba' },
  lock: { afterMinutes: 5 },
  receiver: { holdSeconds: 31 },
  numbering: { incidentReport: 'RI-{seq:5}' },
  texts: { approved: 'Anulada.' },
  reasons: { hold: [{ code: 'other', es: 'Otro motivo.', en: '', retired: false }] },
  policyRules: { excluded: { on: false, severity: 'warning', text: 'Excluido.' } },
  coverageOfIncident: { fire: ['INC'] },
  policyBook: { badRows: 'skip' },
  platform: { allowHttp: true },
  trust: { authorityFile: '/etc/perito/autoridad.pem' },
  attachments: { perHost: 5 },
  photoChecklist: { theft: ['place'] },
  findings: { taxRates: [18] },
  screen: { theme: 'dark' },
  notifications: { quietHours: true },
};

test('a change of every section is saved, audited and there after a restart', async () => {
  const { store, settings, dataDir } = await room();
  const before = settings.current();
  expect(Object.keys(changeOfEach).toSorted()).toEqual(
    settingsSchema
      .keyof()
      .options.filter((name) => name !== 'firstRunDoneAt')
      .toSorted(),
  );
  expect(Object.keys(settingsChanges.shape).toSorted()).toEqual(
    [...Object.keys(changeOfEach), 'firstRunDone'].toSorted(),
  );
  await settings.update({ ...changeOfEach, firstRunDone: true }, actor);
  const [audited] = await store.read(async (tx) => tx.all<{ detail: string }>('SELECT detail FROM audit'));
  expect(Object.keys(JSON.parse(audited?.detail ?? '')).toSorted()).toEqual(Object.keys(before).toSorted());
  await store.close();
  const later = (await room(dataDir)).settings.current();
  expect(later).toMatchObject(changeOfEach);
  for (const name of settingsSchema.keyof().options) expect(later[name], name).not.toEqual(before[name]);
});

test('changes at the same moment do not undo each other', async () => {
  const { settings } = await room();
  await Promise.all([
    settings.update({ receiver: { port: 9001 } }, actor),
    settings.update({ receiver: { holdSeconds: 3 } }, actor),
    settings.update({ receiver: { address: '0.0.0.0' } }, actor),
  ]);
  expect(settings.current().receiver).toMatchObject({ address: '0.0.0.0', port: 9001, holdSeconds: 3 });
});

test('a change is answered when it is in force, and keeps no other from being stored', async () => {
  const { settings } = await room();
  const told: { holdSeconds: number; done: () => void }[] = [];
  settings.onChange(({ receiver: { holdSeconds } }) => {
    const { promise, resolve: done } = Promise.withResolvers<void>();
    told.push({ holdSeconds, done });
    return promise;
  });
  const answered: string[] = [];
  const update = (name: string, holdSeconds: number) =>
    settings.update({ receiver: { holdSeconds } }, actor).then(() => answered.push(name));
  // The last one changes nothing, and is not in force sooner for that.
  const updates = [update('first', 1), update('second', 2), update('same', 2)];
  await vi.waitFor(() => expect(told.map(({ holdSeconds }) => holdSeconds)).toEqual([1, 2]), patience);
  expect([settings.current().receiver.holdSeconds, answered]).toEqual([2, []]);
  told[0]?.done();
  await updates[0];
  expect(answered).toEqual(['first']);
  told[1]?.done();
  await Promise.all(updates);
});

test('a change of which nothing was heard is in force once the rows are read again, with all that follow', async () => {
  const { store, settings } = await room();
  const followed: [before: number, after: number][] = [];
  settings.onChange(async (after, before) => {
    followed.push([before.receiver.holdSeconds, after.receiver.holdSeconds]);
  });
  const storeUnheard = (holdSeconds: number) =>
    store.write((tx) => upsertSetting(tx, 'receiver', JSON.stringify({ holdSeconds })));
  await settings.reread();
  expect(followed).toEqual([]);
  await storeUnheard(31);
  await settings.reread();
  expect(settings.current().receiver.holdSeconds).toBe(31);
  // A change that is made before they are read again undoes nothing either.
  await storeUnheard(32);
  await settings.update({ receiver: { port: 8765 } }, actor);
  expect(settings.current().receiver).toMatchObject({ holdSeconds: 32, port: 8765 });
  expect(followed.map(([, after]) => after)).toEqual([31, 32]);
});

test('the first run is done once, and can be begun again', async () => {
  const { settings, clock } = await room();
  const { firstRunDoneAt } = await settings.update({ firstRunDone: true }, actor);
  clock.advance(1000);
  expect((await settings.update({ firstRunDone: true }, actor)).firstRunDoneAt).toBe(firstRunDoneAt);
  expect((await settings.update({ firstRunDone: false }, actor)).firstRunDoneAt).toBeNull();
});

test('a setting that cannot be read has its default, and the others are kept', async () => {
  const { store, dataDir, settings } = await room();
  await settings.update({ company: { name: 'Aseguradora de prueba' } }, actor);
  await store.write((tx) => upsertSetting(tx, 'receiver', '{"port":"none"}'));
  await store.close();
  const later = await room(dataDir);
  expect(later.settings.current().receiver.port).toBe(8650);
  expect(later.settings.current().company.name).toBe('Aseguradora de prueba');
});

test.each([
  ['OC-{yyyy}-{seq:6}', true],
  ['{seq:4}', true],
  ['{yy}{mm}-{seq}', true],
  ['OC-{yyyy}', false],
  ['{seq:2}-{seq:3}', false],
  ['OC-{day}-{seq:3}', false],
  ['OC-{yyyy}{seq:3}', false],
  ['OC1{seq:3}', false],
  ['OC-{seq:3}{mm}', false],
  ['OC-{', false],
  ['OC-ñ/№-{seq:3}', true],
  ['OC\n-{seq:3}', false],
  ['OC\r-{seq:3}', false],
  ['OC\t-{seq:3}', false],
  ['OC\0-{seq:3}', false],
  ['OC\u007f-{seq:3}', false],
  ['OC\u2028-{seq:3}', false],
  ['OC\u202e-{seq:3}', false],
  ['OC\u200b-{seq:3}', false],
  ['OC\ud800-{seq:3}', false],
])('the template %j is right: %s', (template, right) => {
  expect(numberTemplate.safeParse(template).success).toBe(right);
});
