import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeClaim } from '../../main/simulator/claim.ts';
import { incidentTime, makeIncidentReport } from '../../main/simulator/incident-report.ts';
import { insurer, provinces } from '../../main/simulator/sample-data.ts';
import { incidentReportModel } from '../../shared/marketplace/incident-report.ts';
import { readContent } from '../../shared/marketplace/record-content.ts';
import { describeTaxId } from '../../shared/rules/rnc.ts';
import { exactly } from './exact.ts';

const createdAt = new Date('2026-11-20T02:30:00.000Z');
const which = fc.record({ seed: fc.integer(), index: fc.nat(100_000), createdAt: fc.constant(createdAt) });
const many = Array.from({ length: 200 }, (_, index) => makeIncidentReport({ seed: 1, index, createdAt }));

test('have exactly the shape of the interface, and nothing odd', () => {
  const exact = exactly(incidentReportModel);
  fc.assert(
    fc.property(which, (made) => {
      const report = makeIncidentReport(made);
      exact.parse(report);
      expect(readContent('incidentReport', report).issues).toEqual([]);
    }),
  );
});

test('are the same for the same seed, and others for another', () => {
  fc.assert(
    fc.property(which, (made) => {
      expect(makeIncidentReport(made)).toEqual(makeIncidentReport(made));
      const other = makeIncidentReport({ ...made, seed: made.seed + 1 });
      expect(other.incidentReportFormGuid).not.toBe(makeIncidentReport(made).incidentReportFormGuid);
    }),
  );
});

test('come of both kinds, each with who reports it', () => {
  const intermediary = many.filter((report) => report.incidentReportCategoryId === 1);
  const insured = many.filter((report) => report.incidentReportCategoryId === 2);
  expect(intermediary.length + insured.length).toBe(many.length);
  expect(Math.min(intermediary.length, insured.length)).toBeGreaterThan(40);
  for (const report of intermediary)
    expect(report.createdByPerson.personName).toMatch(/^(Taller|Corredores) Prueba /);
  for (const { createdByPerson, generalInfo } of insured) {
    const isInsurer = createdByPerson.personTaxId === insurer.taxId;
    expect(createdByPerson.personName).toBe(isInsurer ? insurer.name : generalInfo.insuranceOwnerDisplayName);
    expect(describeTaxId(createdByPerson.personTaxId).checks).toBe(true);
  }
  expect(new Set(many.map((report) => report.insurancePerson.personTaxId))).toEqual(new Set([insurer.taxId]));
});

test('have 6 to 24 pictures and 0 to 4 documents, in sequence, each with its type, name and previews', () => {
  const counts = (lists: readonly (readonly unknown[])[]) =>
    [...new Set(lists.map((list) => list.length))].sort((a, b) => a - b);
  const pictures = counts(many.map((report) => report.attachmentsPictures));
  expect([pictures[0], pictures.at(-1)]).toEqual([6, 24]);
  expect(counts(many.map((report) => report.attachmentsDocuments))).toEqual([0, 1, 2, 3, 4]);
  for (const report of many) {
    const all = [...report.attachmentsPictures, ...report.attachmentsDocuments];
    expect(new Set(all.map((one) => one.incidentReportFormAttachmentId)).size).toBe(all.length);
    for (const list of [report.attachmentsPictures, report.attachmentsDocuments]) {
      expect(list.map((one) => one.sequenceIndex)).toEqual(list.map((_, index) => index + 1));
    }
    for (const one of all) {
      expect(one.fileFullPath).toBe(`${one.baseUrl}/${one.filename}`);
      expect(one.previewFullPath).toBe(one.hasPreview ? `${one.baseUrl}/${one.previewFilename}` : '');
      expect(one.incidentDocumentTypeName).not.toBe('');
    }
  }
});

test('name a province and a city of it, here and in the general information', () => {
  for (const report of many) {
    const province = provinces.find(({ id }) => id === report.stateId);
    expect(province?.name).toBe(report.stateName);
    expect(province?.cities).toContainEqual({ id: report.stateCityId, name: report.stateCityName });
    expect(report.generalInfo).toMatchObject({
      stateId: report.stateId,
      stateName: report.stateName,
      stateCityId: report.stateCityId,
      stateCityName: report.stateCityName,
    });
  }
});

test('have market prices in order, and insurer data that is JSON', () => {
  for (const report of many) {
    for (const item of report.items) {
      expect(item.itemMinSellPrice).toBeLessThan(item.itemAverageSellPrice);
      expect(item.itemAverageSellPrice).toBeLessThan(item.itemMaxSellPrice);
    }
    expect(JSON.parse(report.insuranceFormInfoJson)).toMatchObject({ sucursal: expect.any(String) });
  }
});

describe('times', () => {
  test('are told in UTC and in Dominican local time', () => {
    const report = makeIncidentReport({ seed: 1, index: 0, createdAt });
    expect(report.createdOnUtc).toBe('2026-11-20T02:30:00.000Z');
    expect(report.createdOnLocal).toBe('2026-11-19T22:30:00');
  });

  test('have the incident one to six local days before its report', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(1000), (seed, index) => {
        const claim = makeClaim(seed, index);
        const time = incidentTime(claim, createdAt);
        expect(time).toMatch(/^2026-11-1[3-8]T\d\d:\d\d:00$/);
        expect(makeIncidentReport({ seed, index, createdAt, claim }).generalInfo.incidentDateTime).toBe(time);
      }),
    );
  });
});
