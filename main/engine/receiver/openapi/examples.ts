/** Sample values of the document; each is valid after its schema, and plainly sample. */
import type { RecordKind } from '#shared/terms.ts';

export { financialDocument, incidentReport } from './report-examples.ts';

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
