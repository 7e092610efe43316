/** Sample values of the document; each is valid after its schema, and plainly sample. */
import type { RecordKind } from '#shared/terms.ts';

/** Numbers as a new installation gives them. */
export const numbers: Readonly<Record<RecordKind, string>> = {
  purchaseOrder: 'OC-2026-000001',
  serviceOrder: 'OS-2026-000001',
  incidentReport: 'IR-2026-000001',
  financialDocument: 'DF-2026-000001',
};

const createdBy = {
  createdOnUtcDate: '2026-11-20T14:05:31Z',
  createdByEmailAddress: 'usuario@mercado-prueba.example',
  createdByDisplayName: 'Usuario Prueba',
};

export const purchaseOrder = {
  purchaseOrderId: 1201,
  purchaseOrderGuid: '7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a90',
  batchId: 'B-77',
  requestId: 30001,
  claimId: 70001,
  insuranceClaimNumber: 'REC-PRUEBA-00001',
  itemCategoryId: 1,
  itemCategoryName: 'Carrocería',
  ...createdBy,
  workshopTaxId: '900002014',
  workshopName: 'Taller Prueba Norte',
  supplierTaxId: '900001018',
  supplierName: 'Repuestos Prueba 1',
  deliverTo: 'Taller Prueba Norte',
  deductibleAmount: 5000,
  comments: 'Muestra',
  items: [
    {
      itemId: 1,
      itemTypeId: 1,
      itemTypeName: 'Nueva',
      deliveryTimeInDays: 3,
      itemCode: 'CAR-0101',
      itemName: 'Bumper delantero',
      itemQuantity: 1,
      supplierItemPrice: 9800,
      supplierItemRowPrice: 9800,
      supplierRowDiscount: 0,
      supplierItemRowTax: 1764,
      supplierItemRowTotal: 11564,
      workshopItemRepairPrice: 2500,
      workshopItemReplacePrice: 1500,
      itemMinSellPrice: 9000,
      itemAverageSellPrice: 9700,
      itemMaxSellPrice: 11000,
    },
  ],
};

export const serviceOrder = {
  serviceOrderId: 1201,
  serviceOrderGuid: '1d7a2c1e-9d1b-4c53-8a57-0b6f7d2e1a91',
  requestId: 30001,
  claimId: 70001,
  insuranceClaimNumber: 'REC-PRUEBA-00001',
  deliveryDays: 4,
  ...createdBy,
  workshopPersonTaxId: '900002014',
  workshopPersonName: 'Taller Prueba Norte',
  subTotalAmount: 8000.5,
  differenceAmount: 0,
  deductibleAmount: 0,
  taxTotalAmount: 1440.09,
  comments: 'Muestra',
  items: [
    {
      itemId: 1,
      itemCode: '',
      itemName: 'Bumper delantero',
      itemQuantity: 1,
      itemActionId: null,
      itemActionName: 'Pintar',
      workshopServiceId: 3,
      workshopServiceCode: 'PINT',
      workshopServiceName: 'Pintura',
      workshopServicePrice: 8000.5,
      otherCosts: null,
    },
  ],
};

const asked = {
  requestId: 30001,
  insuranceClaimNumber: 'REC-PRUEBA-00001',
  comments: 'Muestra',
  cancelledByEmailAddress: 'usuario@mercado-prueba.example',
  cancelledByDisplayName: 'Usuario Prueba',
};
const askedPurchase = { purchaseOrderId: 1201, purchaseOrderNumber: numbers.purchaseOrder, ...asked };

export const purchaseCancellations = {
  reasonAsIdAndName: { ...askedPurchase, cancellationReasonId: 2, cancellationReasonName: 'Duplicada' },
  reasonAsOneText: { ...askedPurchase, cancellationReason: 'Duplicada' },
};

export const serviceCancellations = {
  serviceOrderNumber: { serviceOrderId: 1201, serviceOrderNumber: numbers.serviceOrder, ...asked },
  purchaseOrderNumber: { serviceOrderId: 1201, purchaseOrderNumber: numbers.serviceOrder, ...asked },
};

export const cancelAnswers = {
  cancelled: { isCancelled: true, showResponseText: false, responseText: null },
  refused: { isCancelled: false, showResponseText: true, responseText: 'La pieza ya fue entregada.' },
  inReview: { isCancelled: false, showResponseText: true, responseText: 'La solicitud está en revisión.' },
};

export const policy = {
  insurancePolicyNumber: 'AUTO-PRUEBA-1',
  owner: {
    personTypeId: 2,
    personTypeName: 'Persona física',
    companyInfo: null,
    personalInfo: {
      identification: '00100000019',
      identificationTypeId: 2,
      identificationTypeName: 'Cédula',
      firstName: 'Persona',
      lastName: 'Prueba',
    },
    phoneNumber: '809-555-0100',
    displayName: 'Persona Prueba',
    emailAddress: 'persona@correo-prueba.example',
    address: 'Calle Prueba 1, Santo Domingo',
  },
  vehicles: [
    {
      vin: '1HGCM82633A004352',
      makeName: 'Honda',
      modelName: 'Accord',
      year: 2003,
      action: { severity: 'warning', userMessage: 'La póliza tiene pagos pendientes.' },
      coverages: [{ coverageTypeCode: 'COL', coverageTypeName: 'Colisión' }],
    },
  ],
};

export const balance = { accountBalance: 125000.5, deductibleAmount: 5000 };

const attachment = {
  sequenceIndex: 1,
  incidentReportFormAttachmentId: 801,
  incidentDocumentTypeId: 1,
  incidentDocumentTypeName: 'Foto frontal',
  originalFilename: 'frente.jpg',
  hasPreview: true,
  contentType: 'image/jpeg',
  filename: '801.jpg',
  previewFilename: '801-p.jpg',
  baseUrl: 'https://archivos.mercado-prueba.example/',
  fileFullPath: 'https://archivos.mercado-prueba.example/801.jpg',
  previewFullPath: 'https://archivos.mercado-prueba.example/801-p.jpg',
};

export const incidentReport = {
  incidentReportFormId: 1201,
  incidentReportFormGuid: '5c1b7a90-1f0e-4b55-9d0a-2f6d0f7b3c11',
  incidentReportFormStatusId: 1,
  incidentReportStatusName: 'Enviado',
  incidentReportCategoryId: 1,
  incidentReportCategoryName: 'Intermediario',
  insurancePerson: { personId: 9001, personTaxId: '900000011', personName: 'Aseguradora Prueba' },
  createdByPerson: { personId: 9200, personTaxId: '900002014', personName: 'Taller Prueba Norte' },
  createdByDisplayName: 'Usuario Prueba',
  workshopPerson: { personId: 9200, personTaxId: '900002014', personName: 'Taller Prueba Norte' },
  createdOnUtc: '2026-11-20T14:05:31Z',
  createdOnLocal: '2026-11-20T10:05:31',
  stateId: 1,
  stateName: 'Distrito Nacional',
  stateCityId: null,
  stateCityName: 'Santo Domingo',
  generalInfo: {
    incidentReportTypeId: 3,
    incidentReportTypeName: 'Colisión',
    incidentDateTime: '2026-11-19T18:30:00',
    insurancePolicyNumber: 'AUTO-PRUEBA-1',
    insuranceOwnerDisplayName: 'Persona Prueba',
    vinNumber: '1HGCM82633A004352',
    vehicleMakeId: null,
    vehicleMakeName: 'Honda',
    vehicleModelId: null,
    vehicleModelName: 'Accord',
    vehicleYear: 2003,
    stateId: 1,
    stateName: 'Distrito Nacional',
    stateCityId: null,
    stateCityName: 'Santo Domingo',
    workshopPersonId: 9200,
  },
  reportedAuthorities: [{ authorityId: 1, authorityName: 'Autoridad de prueba' }],
  insuranceFormInfoJson: '{"conductor":"Persona Prueba"}',
  items: [
    {
      itemId: 1,
      quantity: 1,
      itemCode: null,
      itemName: 'Bumper delantero',
      itemActionId: 2,
      itemActionName: 'Reemplazar',
      itemRepairPrice: 2500,
      itemReplacePrice: 1500,
      itemMinSellPrice: 9000,
      itemAverageSellPrice: 9700,
      itemMaxSellPrice: 11000,
    },
  ],
  services: [
    {
      workshopServiceId: 3,
      quantity: 1.5,
      workshopServiceCode: 'PINT',
      workshopServiceName: 'Pintura',
      unitPrice: 8000.5,
    },
  ],
  attachmentsDocuments: [],
  attachmentsPictures: [attachment],
  reportFormContents: {},
};

export const financialDocument = {
  documentId: 1201,
  documentGuid: '0e2c4a68-7b1d-4f3a-8c55-9a7e6d5c4b3a',
  documentStatusId: 33,
  documentStatusName: 'Creado',
  documentTypeId: 1,
  documentTypeName: 'Factura',
  entityTypeId: 1,
  entityTypeName: 'Suplidor',
  documentDate: '2026-11-20',
  requestId: 30001,
  purchaseOrderId: 1201,
  serviceOrderId: null,
  insurancePolicyNumber: 'AUTO-PRUEBA-1',
  insuranceClaimNumber: 'REC-PRUEBA-00001',
  taxReceipt: {
    taxReceiptCode: '31',
    taxReceiptPrefix: 'E31',
    taxReceiptTypeName: 'Crédito fiscal electrónico',
    taxReceiptNumber: 'E310000000001',
    relatedTaxReceiptNumber: null,
    taxReceiptExpiration: '2027-12-31',
  },
  relatedDocumentId: null,
  createdBy: { personId: 9101, identification: '900001018', personName: 'Repuestos Prueba 1' },
  createdByDisplayName: 'Usuario Prueba',
  createdTo: { personId: 9001, identification: '900000011', personName: 'Aseguradora Prueba' },
  creationDateUtc: '2026-11-20T14:05:31Z',
  comments: 'Muestra',
  taxTotalAmount: 1764,
  discountTotalAmount: 0,
  subtotalAmount: 9800,
  totalAmount: 11564,
  currency: { code: 'DOP', currencyName: 'Peso dominicano' },
  paymentTermId: 1,
  paymentTermName: 'Crédito',
  paymentTermDays: 30,
  items: [
    {
      documentItemId: 1,
      documentItemName: 'Bumper delantero',
      quantity: 1,
      unitPrice: 9800,
      unitTaxAmount: 1764,
      unitDiscountAmount: 0,
      rowTotal: 11564,
    },
  ],
  attachments: [
    {
      attachmentId: 901,
      attachmentFilename: 'factura.pdf',
      contentType: 'application/pdf',
      documentFileSizeBytes: 20480,
      documentUrl: 'https://archivos.mercado-prueba.example/901.pdf',
    },
  ],
};
