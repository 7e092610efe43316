/** Incident reports as the interface has them, with nothing odd about them. */
export function incidentReport(id: number, changes: Record<string, unknown> = {}) {
  return {
    incidentReportFormId: id,
    incidentReportFormGuid: `5c1b7a90-1f0e-4b55-9d0a-${String(id).padStart(12, '0')}`,
    incidentReportFormStatusId: 2,
    incidentReportStatusName: 'Completado',
    incidentReportCategoryId: 1,
    incidentReportCategoryName: 'Intermediario',
    insurancePerson: { personId: 1, personTaxId: '102000001', personName: 'Aseguradora de Prueba' },
    createdByPerson: { personId: 31, personTaxId: '131000002', personName: 'Corredores Ejemplo' },
    createdByDisplayName: 'Ana Prueba',
    workshopPerson: { personId: 21, personTaxId: '101000007', personName: 'Taller Ejemplo' },
    createdOnUtc: '2026-11-20T14:05:31Z',
    createdOnLocal: '2026-11-20T10:05:31',
    stateId: 1,
    stateName: 'Distrito Nacional',
    stateCityId: 11,
    stateCityName: 'Santo Domingo',
    generalInfo: generalInfo(),
    reportedAuthorities: [{ authorityId: 3, authorityName: 'DIGESETT' }],
    insuranceFormInfoJson: '{"conductor":"Luis Ejemplo","testigos":[]}',
    items: [incidentItem(1)],
    services: [
      {
        workshopServiceId: 3,
        quantity: 1.5,
        workshopServiceCode: 'PINT',
        workshopServiceName: 'Pintura',
        unitPrice: 8000.1,
      },
    ],
    attachmentsDocuments: [incidentAttachment(1, { incidentDocumentTypeName: 'Acta policial' })],
    attachmentsPictures: [incidentAttachment(2), incidentAttachment(3)],
    reportFormContents: {},
    ...changes,
  };
}

export function generalInfo(changes: Record<string, unknown> = {}) {
  return {
    incidentReportTypeId: 3,
    incidentReportTypeName: 'Colisión',
    incidentDateTime: '2026-11-19T18:30:00',
    insurancePolicyNumber: 'AUTO-0001',
    insuranceOwnerDisplayName: 'Rosa Ejemplo',
    vinNumber: '1HGCM82633A004352',
    vehicleMakeId: 5,
    vehicleMakeName: 'Honda',
    vehicleModelId: 55,
    vehicleModelName: 'Accord',
    vehicleYear: 2003,
    stateId: 1,
    stateName: 'Distrito Nacional',
    stateCityId: 11,
    stateCityName: 'Santo Domingo',
    workshopPersonId: 21,
    ...changes,
  };
}

export function incidentItem(id: number, changes: Record<string, unknown> = {}) {
  return {
    itemId: id,
    quantity: 1,
    itemCode: null,
    itemName: 'Bumper delantero',
    itemActionId: 2,
    itemActionName: 'Reemplazar',
    itemRepairPrice: 0,
    itemReplacePrice: 1500,
    itemMinSellPrice: 11_000,
    itemAverageSellPrice: 12_000.5,
    itemMaxSellPrice: 14_000,
    ...changes,
  };
}

export function incidentAttachment(id: number, changes: Record<string, unknown> = {}) {
  return {
    sequenceIndex: id,
    incidentReportFormAttachmentId: 700 + id,
    incidentDocumentTypeId: 9,
    incidentDocumentTypeName: 'Foto frontal',
    originalFilename: `foto ${id}.jpg`,
    hasPreview: true,
    contentType: 'image/jpeg',
    filename: `${id}.jpg`,
    previewFilename: `${id}-p.jpg`,
    baseUrl: 'https://archivos.example.com/',
    fileFullPath: `https://archivos.example.com/${id}.jpg`,
    previewFullPath: `https://archivos.example.com/${id}-p.jpg`,
    ...changes,
  };
}
