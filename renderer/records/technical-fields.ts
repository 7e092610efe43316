import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentAttachment, IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import type * as es from '../app/locale/es.ts';

/** A field of the interface that has a label (`locale/es/fields.ts`). */
export type FieldName = keyof typeof es.fields;

export interface TechnicalField {
  name: FieldName;
  /** Its pointer in the interface's names (`components/field-anchors.ts`). */
  pointer: string;
  value: string | number | boolean | null;
  /** The name that came beside the id. */
  named: string | null;
  /** The field that it is part of, where that is not its group: the insurer of its id. */
  parent: FieldName | null;
}

/** A group of fields: of the whole record, of a line of a list, or of a file. */
export type TechnicalGroup =
  | { shape: 'facts'; title: FieldName | null; fields: TechnicalField[] }
  | {
      shape: 'lines' | 'files';
      title: FieldName;
      elements: { name: string | null; fields: TechnicalField[] }[];
    };

/**
 * Fields for those who maintain the interface: ids beside their names, and the names of stored files. The sections of a
 * record show all other fields; a test compares both with the interface's fields.
 */
export function technicalData(content: RecordContent): TechnicalGroup[] {
  return groupsOf(content).filter((group) =>
    group.shape === 'facts' ? group.fields.length > 0 : group.elements.length > 0,
  );
}

/** Pointers to the fields of technical data. */
export function technicalPointers(groups: readonly TechnicalGroup[]): Set<string> {
  const fields = groups.flatMap((group) =>
    group.shape === 'facts' ? group.fields : group.elements.flatMap((element) => element.fields),
  );
  return new Set(fields.map(({ pointer }) => pointer));
}

function groupsOf(content: RecordContent): TechnicalGroup[] {
  switch (content.kind) {
    case 'purchaseOrder':
      return ofPurchaseOrder(content.order);
    case 'serviceOrder':
      return ofServiceOrder(content.order);
    case 'incidentReport':
      return ofIncidentReport(content.report);
    case 'financialDocument':
      return ofFinancialDocument(content.document);
  }
}

type Named<T> = Extract<keyof T, FieldName>;
/** A field, or an id with its name. */
type FieldOrNamedId<T> = Named<T> | readonly [id: Named<T>, name: Named<T>];

function fieldsOf<T extends object>(
  owner: T | null,
  at: string,
  names: readonly FieldOrNamedId<T>[],
  parent: FieldName | null = null,
): TechnicalField[] {
  if (owner === null) return [];
  return names.map((field) => {
    const [name, nameOfIt] = typeof field === 'string' ? [field, null] : field;
    const named: unknown = nameOfIt === null ? null : Reflect.get(owner, nameOfIt);
    return {
      name,
      pointer: `${at}/${name}`,
      value: plainValue(Reflect.get(owner, name)),
      named: typeof named === 'string' && named !== '' ? named : null,
      parent,
    };
  });
}

const plainValue = (value: unknown): TechnicalField['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

function listOf<T extends object>(
  list: readonly T[],
  shape: 'lines' | 'files',
  title: FieldName,
  nameOf: (element: T) => string | null,
  names: readonly FieldOrNamedId<T>[],
): TechnicalGroup {
  return {
    shape,
    title,
    elements: list.map((element, index) => ({
      name: nameOf(element),
      fields: fieldsOf(element, `/${title}/${index}`, names),
    })),
  };
}

const facts = (title: FieldName | null, ...fields: TechnicalField[][]): TechnicalGroup => ({
  shape: 'facts',
  title,
  fields: fields.flat(),
});

const ofPurchaseOrder = (order: PurchaseOrder): TechnicalGroup[] => [
  facts(
    null,
    fieldsOf(order, '', [
      'purchaseOrderId',
      'purchaseOrderGuid',
      'batchId',
      ['itemCategoryId', 'itemCategoryName'],
    ]),
  ),
  listOf(order.items, 'lines', 'items', (item) => item.itemName, ['itemId', ['itemTypeId', 'itemTypeName']]),
];

const ofServiceOrder = (order: ServiceOrder): TechnicalGroup[] => [
  facts(null, fieldsOf(order, '', ['serviceOrderId', 'serviceOrderGuid'])),
  listOf(order.items, 'lines', 'items', (item) => item.workshopServiceName ?? item.itemName, [
    'workshopServiceId',
    'itemId',
    ['itemActionId', 'itemActionName'],
  ]),
];

const ofIncidentReport = (report: IncidentReport): TechnicalGroup[] => [
  facts(
    null,
    fieldsOf(report, '', [
      'incidentReportFormId',
      'incidentReportFormGuid',
      ['incidentReportFormStatusId', 'incidentReportStatusName'],
      ['incidentReportCategoryId', 'incidentReportCategoryName'],
      ['stateId', 'stateName'],
      ['stateCityId', 'stateCityName'],
    ]),
    fieldsOf(report.insurancePerson, '/insurancePerson', [['personId', 'personName']], 'insurancePerson'),
    fieldsOf(report.createdByPerson, '/createdByPerson', [['personId', 'personName']], 'createdByPerson'),
    fieldsOf(report.workshopPerson, '/workshopPerson', [['personId', 'personName']], 'workshopPerson'),
  ),
  facts(
    'generalInfo',
    fieldsOf(report.generalInfo, '/generalInfo', [
      ['incidentReportTypeId', 'incidentReportTypeName'],
      ['vehicleMakeId', 'vehicleMakeName'],
      ['vehicleModelId', 'vehicleModelName'],
      ['stateId', 'stateName'],
      ['stateCityId', 'stateCityName'],
      'workshopPersonId',
    ]),
  ),
  listOf(report.reportedAuthorities, 'lines', 'reportedAuthorities', (authority) => authority.authorityName, [
    'authorityId',
  ]),
  listOf(report.items, 'lines', 'items', (item) => item.itemName, [
    'itemId',
    ['itemActionId', 'itemActionName'],
  ]),
  listOf(report.services, 'lines', 'services', (service) => service.workshopServiceName, [
    'workshopServiceId',
  ]),
  ...(['attachmentsPictures', 'attachmentsDocuments'] as const).map((list) =>
    listOf<IncidentAttachment>(report[list], 'files', list, (file) => file.incidentDocumentTypeName, [
      'sequenceIndex',
      'incidentReportFormAttachmentId',
      ['incidentDocumentTypeId', 'incidentDocumentTypeName'],
      'originalFilename',
      'contentType',
      'hasPreview',
      'filename',
      'previewFilename',
      'baseUrl',
      'fileFullPath',
      'previewFullPath',
    ]),
  ),
];

const ofFinancialDocument = (document: FinancialDocument): TechnicalGroup[] => [
  facts(
    null,
    fieldsOf(document, '', [
      'documentId',
      'documentGuid',
      ['documentStatusId', 'documentStatusName'],
      ['documentTypeId', 'documentTypeName'],
      ['entityTypeId', 'entityTypeName'],
      'purchaseOrderId',
      'serviceOrderId',
      'relatedDocumentId',
      ['paymentTermId', 'paymentTermName'],
      'paymentTermDays',
    ]),
    fieldsOf(document.createdBy, '/createdBy', ['personId'], 'createdBy'),
    fieldsOf(document.createdTo, '/createdTo', ['personId'], 'createdTo'),
  ),
  listOf(document.items, 'lines', 'items', (item) => item.documentItemName, ['documentItemId']),
  listOf(document.attachments, 'files', 'attachments', (file) => file.attachmentFilename, [
    'attachmentId',
    'attachmentFilename',
    'contentType',
    'documentFileSizeBytes',
    'documentUrl',
  ]),
];
