/** Financial documents as the interface has them, with nothing odd about them: of the tender of the order that they name. */
export function financialDocument(id: number, changes: Record<string, unknown> = {}) {
  const order = changes['purchaseOrderId'] ?? changes['serviceOrderId'];
  return {
    documentId: id,
    documentGuid: `0e2c4a68-7b1d-4f3a-8c55-${String(id).padStart(12, '0')}`,
    documentStatusId: 33,
    documentStatusName: 'Creado',
    documentTypeId: 1,
    documentTypeName: 'Factura',
    entityTypeId: 1,
    entityTypeName: 'Suplidor',
    documentDate: '2026-11-20',
    requestId: 90_000 + (typeof order === 'number' ? order : 1),
    purchaseOrderId: 1,
    serviceOrderId: null,
    insurancePolicyNumber: 'AUTO-0001',
    insuranceClaimNumber: 'RC-2026-118',
    taxReceipt: {
      taxReceiptCode: '31',
      taxReceiptPrefix: 'E31',
      taxReceiptTypeName: 'Factura de Crédito Fiscal Electrónica',
      taxReceiptNumber: 'E310000000005',
      relatedTaxReceiptNumber: null,
      taxReceiptExpiration: '2027-12-31',
    },
    relatedDocumentId: null,
    createdBy: { personId: 41, identification: '131000002', personName: 'Repuestos Ejemplo, SRL' },
    createdByDisplayName: 'Ana Prueba',
    createdTo: { personId: 1, identification: '102000001', personName: 'Aseguradora de Prueba' },
    creationDateUtc: '2026-11-20T14:05:31Z',
    comments: 'Entregado completo',
    taxTotalAmount: 2250.09,
    discountTotalAmount: 0,
    subtotalAmount: 12_500.5,
    totalAmount: 14_750.59,
    currency: { code: 'DOP', currencyName: 'Peso dominicano' },
    paymentTermId: 2,
    paymentTermName: 'Crédito',
    paymentTermDays: 30,
    items: [documentItem(1)],
    attachments: [
      {
        attachmentId: 801,
        attachmentFilename: 'conduce firmado.pdf',
        contentType: 'application/pdf',
        documentFileSizeBytes: 20_480,
        documentUrl: 'https://archivos.example.com/801.pdf',
      },
    ],
    ...changes,
  };
}

export function documentItem(id: number, changes: Record<string, unknown> = {}) {
  return {
    documentItemId: id,
    documentItemName: 'Bumper delantero',
    quantity: 1,
    unitPrice: 12_500.5,
    unitTaxAmount: 2250.09,
    unitDiscountAmount: 0,
    rowTotal: 14_750.59,
    ...changes,
  };
}
