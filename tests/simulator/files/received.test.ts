/** The scenarios about photographs, run against a real office that fetches and examines them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Files,
  openFiles,
  type ScenarioName,
  scenarios,
  unapprovedHost,
} from '../../../main/simulator/index.ts';
import { openSampleOffice, type SampleOffice } from '../office.ts';

const names = ['samePhoto', 'editedPhoto', 'filesElsewhere'] as const satisfies readonly ScenarioName[];
let files: Files;
let office: SampleOffice;

beforeAll(async () => {
  files = await openFiles({ seed: 5, megapixels: 0.02 });
  office = await openSampleOffice(5, files);
  const nobody = async () => undefined;
  for (const name of names)
    await scenarios[name].run({ marketplace: office.marketplace, approve: nobody, refuse: nobody });
  await vi.waitFor(
    async () => {
      const { counts } = await office.client.attachments.downloads();
      expect(counts).toMatchObject({ queued: 0, downloading: 0, unexamined: 0, failed: 0 });
    },
    { timeout: 50_000, interval: 100 },
  );
});

afterAll(async () => {
  await office?.close();
  await files?.close();
});

/** What was found in photographs, by the report's place among those that were sent. */
async function photoFindings(): Promise<string[][]> {
  const { rows } = await office.client.records.list({ kind: 'incidentReport' });
  const found = new Map<number, string[]>();
  for (const { id, marketplaceId } of rows) {
    const { findings } = await office.client.records.get({ id });
    const codes = findings.map(({ code }) => code).filter((code) => code.startsWith('photo.'));
    found.set(marketplaceId, [...new Set(codes)]);
  }
  return office.marketplace.records().map(({ marketplaceId }) => found.get(marketplaceId) ?? []);
}

test('both reports of a scenario have the findings that it names, and no other report has any', async () => {
  const [same = [], similar = []] = [scenarios.samePhoto.fileFindings, scenarios.editedPhoto.fileFindings];
  await vi.waitFor(
    async () => expect(await photoFindings()).toEqual([[...same], [...same], [...similar], [...similar], []]),
    { timeout: 60_000, interval: 100 },
  );
});

test('two photographs wait for one host', async () => {
  const hosts = await office.client.attachments.hosts();
  expect(hosts.find(({ host }) => host === unapprovedHost)).toMatchObject({
    decision: 'pending',
    waiting: 2,
  });
});

test('no file was fetched twice, and some at the same time', () => {
  const paths = files.requests().map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(files.maxConcurrent().requests).toBeGreaterThan(1);
});
