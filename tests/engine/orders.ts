/** Orders as the interface has them, with nothing odd about them. */
export function purchaseOrder(id: number, changes: Record<string, unknown> = {}) {
  return {
    purchaseOrderId: id,
    purchaseOrderGuid: `7f6a2c1e-9d1b-4c53-8a57-${String(id).padStart(12, '0')}`,
    batchId: 'B-77',
    requestId: 90_000 + id,
    claimId: 4411,
    insuranceClaimNumber: 'RC-2026-118',
    itemCategoryId: 2,
    itemCategoryName: 'Carrocería',
    createdOnUtcDate: '2026-11-20T14:05:31Z',
    createdByEmailAddress: 'taller@example.com',
    createdByDisplayName: 'Ana Prueba',
    workshopTaxId: '101000007',
    workshopName: 'Taller Ejemplo',
    supplierTaxId: '131000002',
    supplierName: 'Repuestos Ejemplo, SRL',
    deliverTo: 'Av. 27 de Febrero, Santo Domingo',
    deductibleAmount: 5000,
    comments: 'Entregar en la mañana',
    items: [purchaseOrderItem(1), purchaseOrderItem(2)],
    ...changes,
  };
}

export function purchaseOrderItem(id: number, changes: Record<string, unknown> = {}) {
  return {
    itemId: id,
    itemTypeId: 1,
    itemTypeName: 'Nueva',
    deliveryTimeInDays: 3,
    itemCode: `BMP-${id}`,
    itemName: id === 1 ? 'Bumper delantero' : `Pieza ${id}`,
    itemQuantity: 1,
    supplierItemPrice: 12_500.5,
    supplierItemRowPrice: 12_500.5,
    supplierRowDiscount: 0,
    supplierItemRowTax: 2250.09,
    supplierItemRowTotal: 14_750.59,
    workshopItemRepairPrice: 0,
    workshopItemReplacePrice: 1500,
    itemMinSellPrice: 11_000,
    itemAverageSellPrice: 12_000,
    itemMaxSellPrice: 14_000,
    ...changes,
  };
}

export function serviceOrder(id: number, changes: Record<string, unknown> = {}) {
  return {
    serviceOrderId: id,
    serviceOrderGuid: `1d7a2c1e-9d1b-4c53-8a57-${String(id).padStart(12, '0')}`,
    requestId: 90_000 + id,
    claimId: 4411,
    insuranceClaimNumber: 'RC-2026-118',
    deliveryDays: 4,
    createdOnUtcDate: '2026-11-20T14:05:31Z',
    createdByEmailAddress: 'taller@example.com',
    createdByDisplayName: 'Ana Prueba',
    workshopPersonTaxId: '101000007',
    workshopPersonName: 'Taller Ejemplo',
    subTotalAmount: 8000.1,
    differenceAmount: -0.2,
    deductibleAmount: 0,
    taxTotalAmount: 1440.02,
    comments: 'Pintura incluida',
    items: [
      {
        itemId: 7,
        itemCode: '',
        itemName: 'Puerta delantera',
        itemQuantity: 1.5,
        itemActionId: null,
        itemActionName: 'Reparar',
        workshopServiceId: 3,
        workshopServiceCode: 'PINT',
        workshopServiceName: 'Pintura',
        workshopServicePrice: 5333.4,
        otherCosts: null,
      },
    ],
    ...changes,
  };
}
