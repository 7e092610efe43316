/**
 * The field tables of the interface: names and types as they stand there, in its own words for types. `string?` may be
 * null ("T?", or a note that says so), `[X]` is a list of X, a capital letter begins the name of another table.
 */
import type { SchemaName } from '../../main/engine/receiver/openapi/schemas.ts';

export interface FieldTable {
  /** Heading of the interface under which the table stands. */
  section: string;
  schema: SchemaName;
  fields: Readonly<Record<string, string>>;
  /** Fields that a note says, or the law, that they need not always be there. */
  notAlways?: readonly string[];
  /** Fields that only a sample or a diagram has, so that they may be absent. */
  elsewhere?: Readonly<Record<string, string>>;
}

/** `name type, name type`, as the interface writes its short tables. */
function fields(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(',')
      .map((field) => field.trim().split(/\s+/))
      .map(([name = '', type = '']) => [name, type]),
  );
}

const policy = 'InsurancePolicyDetails';
const purchase = 'PurchaseOrderDetails';
const purchaseCancel = 'PurchaseOrderCancellationDetails';
const service = 'ServiceOrderDetails';
const serviceCancel = 'ServiceOrderCancellationDetails';
const incident = 'IncidentReportModel';
const document = 'FinancialDocumentDetails';

const cancelFields = `requestId int, insuranceClaimNumber string, comments string, cancelledByEmailAddress string,
  cancelledByDisplayName string`;

export const fieldTables: readonly FieldTable[] = [
  {
    section: policy,
    schema: 'InsurancePolicyDetails',
    fields: fields('insurancePolicyNumber string, owner OwnerDetails, vehicles [VehicleDetails]'),
  },
  {
    section: policy,
    schema: 'OwnerDetails',
    fields: fields(`personTypeId short, personTypeName string, companyInfo CompanyDetails?,
      personalInfo PersonalDetails?, phoneNumber string, displayName string, emailAddress string, address string`),
  },
  {
    section: policy,
    schema: 'CompanyDetails',
    fields: fields('companyTaxId string, companyName string'),
  },
  {
    section: policy,
    schema: 'PersonalDetails',
    fields: fields(`identification string, identificationTypeId short, identificationTypeName string?,
      firstName string, lastName string`),
  },
  {
    section: policy,
    schema: 'VehicleDetails',
    fields: fields(`vin string, makeName string, modelName string, year int, action VehicleAction?,
      coverages [CoverageType]`),
  },
  { section: policy, schema: 'VehicleAction', fields: fields('severity severity, userMessage string') },
  {
    section: policy,
    schema: 'CoverageType',
    fields: fields('coverageTypeCode string, coverageTypeName string'),
  },
  {
    section: 'BalanceDetails',
    schema: 'BalanceDetails',
    fields: fields('accountBalance decimal, deductibleAmount decimal'),
  },
  {
    section: purchase,
    schema: 'PurchaseOrderDetails',
    notAlways: ['claimId'],
    fields: fields(`purchaseOrderId int, purchaseOrderGuid Guid, batchId string, requestId int, claimId int,
      insuranceClaimNumber string, itemCategoryId int, itemCategoryName string, createdOnUtcDate UTC,
      createdByEmailAddress string, createdByDisplayName string, workshopTaxId string, workshopName string,
      supplierTaxId string, supplierName string, deliverTo string, deductibleAmount decimal, comments string,
      items [PurchaseOrderItem]`),
  },
  {
    section: purchase,
    schema: 'PurchaseOrderItem',
    fields:
      fields(`itemId int, itemTypeId short, itemTypeName string, deliveryTimeInDays int, itemCode string,
      itemName string, itemQuantity int, supplierItemPrice decimal, supplierItemRowPrice decimal,
      supplierRowDiscount decimal, supplierItemRowTax decimal, supplierItemRowTotal decimal,
      workshopItemRepairPrice decimal, workshopItemReplacePrice decimal, itemMinSellPrice decimal,
      itemAverageSellPrice decimal, itemMaxSellPrice decimal`),
  },
  {
    section: purchase,
    schema: 'CreatedPurchaseOrderResponse',
    fields: fields('purchaseOrderId int, purchaseOrderNumber string'),
  },
  {
    section: purchaseCancel,
    schema: 'PurchaseOrderCancellationDetails',
    fields: fields(`purchaseOrderId int, purchaseOrderNumber string, ${cancelFields}`),
    elsewhere: fields(
      'cancellationReasonId int|string, cancellationReasonName string, cancellationReason string',
    ),
  },
  {
    section: purchaseCancel,
    schema: 'CancelledOrderResponse',
    fields: fields('isCancelled bool, showResponseText bool, responseText string?'),
  },
  {
    section: service,
    schema: 'ServiceOrderDetails',
    notAlways: ['claimId'],
    fields: fields(`serviceOrderId int, serviceOrderGuid Guid, requestId int, claimId int,
      insuranceClaimNumber string, deliveryDays int, createdOnUtcDate UTC, createdByEmailAddress string,
      createdByDisplayName string, workshopPersonTaxId string, workshopPersonName string, subTotalAmount decimal,
      differenceAmount decimal, deductibleAmount decimal, taxTotalAmount decimal, comments string,
      items [ServiceOrderItem]`),
  },
  {
    section: service,
    schema: 'ServiceOrderItem',
    fields: fields(`itemId int?, itemCode string, itemName string, itemQuantity decimal, itemActionId short?,
      itemActionName string, workshopServiceId int?, workshopServiceCode string, workshopServiceName string,
      workshopServicePrice decimal?, otherCosts decimal?`),
  },
  {
    section: service,
    schema: 'CreatedServiceOrderResponse',
    fields: fields('serviceOrderId int, serviceOrderNumber string'),
  },
  {
    section: serviceCancel,
    schema: 'ServiceOrderCancellationDetails',
    fields: fields(`serviceOrderId int, ${cancelFields}`),
    elsewhere: fields('serviceOrderNumber string, purchaseOrderNumber string'),
  },
  {
    section: incident,
    schema: 'IncidentReportModel',
    fields: fields(`incidentReportFormId int, incidentReportFormGuid Guid, incidentReportFormStatusId short,
      incidentReportStatusName string, incidentReportCategoryId short, incidentReportCategoryName string,
      insurancePerson PersonDetailsIR, createdByPerson PersonDetailsIR, createdByDisplayName string,
      workshopPerson PersonDetailsIR, createdOnUtc UTC, createdOnLocal local, stateId int?, stateName string,
      stateCityId int?, stateCityName string, generalInfo GeneralInfoDetails,
      reportedAuthorities [ReportedAuthorityDetails], insuranceFormInfoJson string, items [ItemDetailsIR],
      services [ServiceItemDetails], attachmentsDocuments [AttachmentDetailsIR],
      attachmentsPictures [AttachmentDetailsIR], reportFormContents object`),
  },
  {
    section: incident,
    schema: 'PersonDetailsIR',
    fields: fields('personId int, personTaxId string, personName string'),
  },
  {
    section: incident,
    schema: 'GeneralInfoDetails',
    fields: fields(`incidentReportTypeId short?, incidentReportTypeName string?, incidentDateTime local,
      insurancePolicyNumber string, insuranceOwnerDisplayName string, vinNumber string, vehicleMakeId int?,
      vehicleMakeName string, vehicleModelId int?, vehicleModelName string, vehicleYear short, stateId int?,
      stateName string, stateCityId int?, stateCityName string, workshopPersonId int?`),
  },
  {
    section: incident,
    schema: 'ReportedAuthorityDetails',
    fields: fields('authorityId int?, authorityName string?'),
  },
  {
    section: incident,
    schema: 'ItemDetailsIR',
    fields: fields(`itemId int, quantity short, itemCode string?, itemName string, itemActionId short,
      itemActionName string, itemRepairPrice decimal, itemReplacePrice decimal, itemMinSellPrice decimal,
      itemAverageSellPrice decimal, itemMaxSellPrice decimal`),
  },
  {
    section: incident,
    schema: 'ServiceItemDetails',
    fields:
      fields(`workshopServiceId int, quantity decimal, workshopServiceCode string, workshopServiceName string,
      unitPrice decimal`),
  },
  {
    section: incident,
    schema: 'AttachmentDetailsIR',
    fields: fields(`sequenceIndex int, incidentReportFormAttachmentId int, incidentDocumentTypeId int,
      incidentDocumentTypeName string, originalFilename string, hasPreview bool, contentType string, filename string,
      previewFilename string, baseUrl string, fileFullPath string, previewFullPath string`),
  },
  {
    section: incident,
    schema: 'CreatedIncidentReportResponse',
    fields: fields('incidentReportFormId int, internalIncidentReportId string'),
  },
  {
    section: document,
    schema: 'FinancialDocumentDetails',
    notAlways: ['taxReceipt'],
    fields: fields(`documentId int, documentGuid Guid, documentStatusId byte, documentStatusName string,
      documentTypeId short, documentTypeName string, entityTypeId short, entityTypeName string, documentDate DateOnly,
      requestId int?, purchaseOrderId int?, serviceOrderId int?, insurancePolicyNumber string,
      insuranceClaimNumber string, taxReceipt TaxReceiptDetails, relatedDocumentId int?, createdBy PersonDetailsFD,
      createdByDisplayName string, createdTo PersonDetailsFD, creationDateUtc UTC, comments string,
      taxTotalAmount decimal, discountTotalAmount decimal, subtotalAmount decimal, totalAmount decimal,
      currency CurrencyDetails, paymentTermName string, paymentTermDays short, items [ItemDetailsFD],
      attachments [AttachmentDetailsFD]`),
    elsewhere: fields('paymentTermId short?'),
  },
  {
    section: document,
    schema: 'PersonDetailsFD',
    fields: fields('identification string, personName int|string'),
    elsewhere: fields('personId int'),
  },
  { section: document, schema: 'CurrencyDetails', fields: fields('code string, currencyName string') },
  {
    section: document,
    schema: 'TaxReceiptDetails',
    notAlways: ['taxReceiptNumber', 'taxReceiptExpiration'],
    fields: fields(`taxReceiptCode string, taxReceiptPrefix string, taxReceiptTypeName string,
      taxReceiptNumber string, relatedTaxReceiptNumber string?, taxReceiptExpiration DateOnly`),
  },
  {
    section: document,
    schema: 'ItemDetailsFD',
    fields: fields(`documentItemId int, documentItemName string, quantity decimal, unitPrice decimal,
      unitTaxAmount decimal, unitDiscountAmount decimal, rowTotal decimal`),
  },
  {
    section: document,
    schema: 'AttachmentDetailsFD',
    fields:
      fields(`attachmentId int, attachmentFilename string, contentType string, documentFileSizeBytes int,
      documentUrl string`),
  },
  {
    section: document,
    schema: 'CreatedFinancialDocumentResponse',
    fields: fields('documentId int, internalDocumentId string'),
  },
];
