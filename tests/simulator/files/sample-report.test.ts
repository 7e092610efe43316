import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import {
  fileBehaviourNames,
  type IncidentReportBody,
  makeReport,
  makeReportOfBehaviours,
  openFiles,
  openMarketplace,
  type ScenarioName,
  scenarios,
  unapprovedHost,
} from '../../../main/simulator/index.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import { agreeableInsurer, listenAsInsurer } from '../insurer.ts';
import { bitsApart, perceptualHash } from './perceptual-hash.ts';

test.each([40, 100, 200])('a report with %i pictures has the form of the interface', (count) => {
  const report = makeReport(count, 'http://127.0.0.1:8652');
  expect(report.attachmentsPictures).toHaveLength(count);
  expect(readContent('incidentReport', report).issues).toEqual([]);
  const all = [...report.attachmentsPictures, ...report.attachmentsDocuments];
  expect(new Set(all.map((one) => one.incidentReportFormAttachmentId)).size).toBe(all.length);
  expect(new Set(all.map((one) => one.fileFullPath)).size).toBe(all.length);
});

test('a report of behaviours names one of each, at the server', async () => {
  await using files = await openFiles();
  const report = makeReportOfBehaviours(files.url);
  expect(readContent('incidentReport', report).issues).toEqual([]);
  const all = [...report.attachmentsPictures, ...report.attachmentsDocuments];
  expect(all.map(({ fileFullPath }) => new URL(fileFullPath).pathname.split('/')[2]).sort()).toEqual(
    [...fileBehaviourNames].sort(),
  );
  expect(new Set(all.map((one) => one.incidentReportFormAttachmentId)).size).toBe(all.length);
  const well = all.find(({ originalFilename }) => originalFilename === 'well.jpg');
  expect((await fetch(well!.fileFullPath)).status).toBe(200);
});

/** The reports of a scenario, and the file server at which they are registered. */
async function runWithFiles(name: ScenarioName, megapixels = 0.02) {
  const files = await openFiles({ megapixels, slowMilliseconds: 60 });
  onTestFinished(files.close);
  await using insurer = await listenAsInsurer(agreeableInsurer());
  const nobody = async () => undefined;
  const marketplace = openMarketplace({
    insurerUrl: insurer.url,
    key: null,
    seed: 3,
    filesUrl: files.url,
    registerFiles: files.register,
  });
  await scenarios[name].run({ marketplace, approve: nobody, refuse: nobody });
  const reports = marketplace
    .records()
    .flatMap((record) => (record.kind === 'incidentReport' ? [record.body] : []));
  return { files, reports };
}

const pictures = (report: IncidentReportBody | undefined) => report?.attachmentsPictures ?? [];
const bytesOf = async (url: string | undefined) => Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the same photo: other addresses of two claims, and the same bytes', async () => {
  const { reports } = await runWithFiles('samePhoto');
  const [first, second] = reports.map(pictures);
  expect(reports[0]?.generalInfo.vinNumber).not.toBe(reports[1]?.generalInfo.vinNumber);
  for (const index of [0, 1]) {
    const [one, other] = [first?.[index]?.fileFullPath, second?.[index]?.fileFullPath];
    expect(one).not.toBe(other);
    expect(sha256(await bytesOf(other))).toBe(sha256(await bytesOf(one)));
  }
  expect(sha256(await bytesOf(second?.[2]?.fileFullPath))).not.toBe(
    sha256(await bytesOf(first?.[2]?.fileFullPath)),
  );
  expect(scenarios.samePhoto.fileFindings).toEqual(['photo.same']);
});

test('an edited photo: other bytes, and it looks the same', async () => {
  const { reports } = await runWithFiles('editedPhoto', 0.2);
  const [first, second] = reports.map(pictures);
  const [one, other] = [await bytesOf(first?.[0]?.fileFullPath), await bytesOf(second?.[0]?.fileFullPath)];
  expect(sha256(other)).not.toBe(sha256(one));
  expect(bitsApart(await perceptualHash(one), await perceptualHash(other))).toBeLessThanOrEqual(7);
  expect(scenarios.editedPhoto.fileFindings).toEqual(['photo.similar']);
});

test('photos at a host that nobody approved, beside photos of the usual one', async () => {
  const { reports, files } = await runWithFiles('filesElsewhere');
  const hosts = pictures(reports[0]).map(({ fileFullPath }) => new URL(fileFullPath).hostname);
  const own = new URL(files.url).hostname;
  expect(hosts).toEqual([unapprovedHost, unapprovedHost, own, own, own, own]);
});

test('files that fail or are not what they say, in sequence', async () => {
  const { reports } = await runWithFiles('troubledFiles');
  const [report] = reports;
  const statuses: number[] = [];
  for (const { fileFullPath } of pictures(report)) {
    const response = await fetch(fileFullPath);
    await response.arrayBuffer().catch(() => undefined);
    statuses.push(response.status);
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(8);
  expect(statuses.filter((status) => status >= 400).sort()).toEqual([404, 500]);
  for (const list of [pictures(report), report?.attachmentsDocuments ?? []])
    expect(list.map(({ sequenceIndex }) => sequenceIndex)).toEqual(list.map((_, index) => index + 1));
});
