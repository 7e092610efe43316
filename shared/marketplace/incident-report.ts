/** Interface, "IncidentReportModel" and what belongs to it. */
import * as z from 'zod';
import { incidentTypes, reportCategories } from './insurance-policy.ts';
import { anyObject, dateTime, decimal, guid, integer, oneOf, type TolerantObject, text } from './wire.ts';

/** PersonDetails(IR): a company of the marketplace. */
export const incidentPerson = z.object({
  personId: integer(),
  personTaxId: text().describe('RNC.'),
  personName: text(),
});

export const generalInfo = z.object({
  incidentReportTypeId: oneOf(incidentTypes).nullable(),
  incidentReportTypeName: text().nullable(),
  incidentDateTime: dateTime('local'),
  insurancePolicyNumber: text(),
  insuranceOwnerDisplayName: text(),
  vinNumber: text(),
  vehicleMakeId: integer().nullable(),
  vehicleMakeName: text(),
  vehicleModelId: integer().nullable(),
  vehicleModelName: text(),
  vehicleYear: integer(),
  stateId: integer().nullable(),
  stateName: text(),
  stateCityId: integer().nullable(),
  stateCityName: text(),
  workshopPersonId: integer().nullable(),
});

export const reportedAuthority = z.object({
  authorityId: integer().nullable(),
  authorityName: text().nullable(),
});

/** ItemDetails (incident): a part. */
export const incidentItem = z.object({
  itemId: integer(),
  quantity: integer(),
  itemCode: text().nullable(),
  itemName: text(),
  itemActionId: integer(),
  itemActionName: text(),
  itemRepairPrice: decimal(),
  itemReplacePrice: decimal(),
  itemMinSellPrice: decimal(),
  itemAverageSellPrice: decimal(),
  itemMaxSellPrice: decimal(),
});

/** ServiceItemDetails (incident). */
export const incidentService = z.object({
  workshopServiceId: integer(),
  quantity: decimal(),
  workshopServiceCode: text(),
  workshopServiceName: text(),
  unitPrice: decimal(),
});

/** AttachmentDetails(IR): a document or a photograph. */
export const incidentAttachment = z
  .object({
    sequenceIndex: integer(),
    incidentReportFormAttachmentId: integer(),
    incidentDocumentTypeId: integer(),
    incidentDocumentTypeName: text(),
    originalFilename: text(),
    hasPreview: z.boolean(),
    /** An Internet media type, as the sender says; never trusted. */
    contentType: text(),
    filename: text(),
    previewFilename: text(),
    baseUrl: text(),
    fileFullPath: text(),
    previewFullPath: text(),
  })
  .describe('A document or a photograph of an incident report.');

export const incidentReportModel = z
  .object({
    incidentReportFormId: integer().describe(
      "The marketplace's id of the report. A body without it is refused.",
    ),
    incidentReportFormGuid: guid(),
    incidentReportFormStatusId: integer(),
    incidentReportStatusName: text(),
    incidentReportCategoryId: oneOf(reportCategories),
    incidentReportCategoryName: text(),
    insurancePerson: incidentPerson.describe('The insurer.'),
    createdByPerson: incidentPerson.describe('The company that made the report.'),
    createdByDisplayName: text(),
    workshopPerson: incidentPerson.describe('The workshop.'),
    createdOnUtc: dateTime('utc'),
    createdOnLocal: dateTime('local'),
    stateId: integer().nullable(),
    stateName: text(),
    stateCityId: integer().nullable(),
    stateCityName: text(),
    generalInfo,
    reportedAuthorities: z.array(reportedAuthority),
    insuranceFormInfoJson: text().describe("The insurer's form data, JSON as a text."),
    items: z.array(incidentItem),
    services: z.array(incidentService),
    attachmentsDocuments: z.array(incidentAttachment),
    attachmentsPictures: z.array(incidentAttachment),
    reportFormContents: anyObject().describe('Detail of the form, of any shape.'),
  })
  .describe('A report of an incident, by a workshop or another intermediary, or by the insured.');

export type IncidentAttachment = TolerantObject<z.infer<typeof incidentAttachment>>;
export type IncidentItem = TolerantObject<z.infer<typeof incidentItem>>;
export type IncidentPerson = TolerantObject<z.infer<typeof incidentPerson>>;
export type IncidentReport = TolerantObject<z.infer<typeof incidentReportModel>>;

/** The answer to POST /incidentReports. */
export const createdIncidentReportResponse = z.object({
  incidentReportFormId: z.int(),
  internalIncidentReportId: z.string().describe("The insurer's own number."),
});
