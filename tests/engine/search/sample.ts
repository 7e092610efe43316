/** A small office's records, plainly samples, and what people type to find them. */
import type { RecordKind } from '../../../shared/terms.ts';
import { documentItem, financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentAttachment, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';

type Delivery = readonly [name: string, kind: RecordKind, id: number, body: object];

const form = {
  vehiculo: { placa: 'A-123456', color: 'Gris' },
  conductor: {
    nombre: 'Conductor de Prueba Ñuñez Domínguez',
    telefono: '(809) 555-0142',
    cedula: '001-0000001-9',
  },
  relato: 'Chocó con una guagua frente al colmado, a las 8:10 de la noche',
};

const item = (itemName: string, itemCode: string) => purchaseOrderItem(1, { itemName, itemCode });

const written: readonly Delivery[] = [
  [
    'report',
    'incidentReport',
    73_001,
    incidentReport(73_001, {
      generalInfo: generalInfo({
        vinNumber: '1HGCM82633A004352',
        insurancePolicyNumber: 'AUTO-000272',
        insuranceOwnerDisplayName: 'Persona de Prueba Uno',
      }),
      workshopPerson: { personId: 21, personTaxId: '101-00019-7', personName: 'Taller Prueba Este' },
      insuranceFormInfoJson: JSON.stringify(form),
      attachmentsDocuments: [
        incidentAttachment(1, {
          incidentDocumentTypeName: 'Acta policial',
          originalFilename: 'acta Q-4471.pdf',
        }),
      ],
    }),
  ],
  [
    'sonata',
    'incidentReport',
    73_002,
    incidentReport(73_002, {
      generalInfo: generalInfo({
        vinNumber: 'KMHEC4A46CA023344',
        vehicleMakeName: 'Hyundai',
        vehicleModelName: 'Sonata',
        vehicleYear: 2012,
        insurancePolicyNumber: 'AUTO-000273',
        insuranceOwnerDisplayName: 'Empresa de Prueba Dos, SRL',
        stateName: 'Santiago',
        stateCityName: 'Santiago de los Caballeros',
      }),
      insuranceFormInfoJson: '{"placa":"G654321","telefono":"829-555-0188"}',
    }),
  ],
  [
    'parts',
    'purchaseOrder',
    71_001,
    purchaseOrder(71_001, {
      insuranceClaimNumber: 'REC-00007',
      claimId: 4417,
      requestId: 90_017,
      supplierName: 'Repuestos Prueba 4',
      supplierTaxId: '1-30-00044-1',
      comments: 'Entregar en el almacén de la Máximo Gómez',
      items: [item('Amortiguador delantero', 'AMT-4417'), item('Bujía de encendido', 'NGK-92145')],
    }),
  ],
  [
    'guira',
    'purchaseOrder',
    71_002,
    purchaseOrder(71_002, {
      insuranceClaimNumber: 'REC-00008',
      claimId: 4418,
      requestId: 90_018,
      supplierName: 'Güira Autopartes de Prueba',
      supplierTaxId: '130000552',
      items: [
        purchaseOrderItem(1, {
          itemName: 'Parabrisas',
          itemCode: 'PBR-01',
          itemQuantity: 1,
          supplierItemPrice: 12_500,
          supplierItemRowPrice: 12_500,
          supplierItemRowTotal: 14_750,
        }),
        purchaseOrderItem(2, { itemName: 'Sellador', itemCode: 'SEL-02', supplierItemRowTotal: 250.4 }),
      ],
    }),
  ],
  [
    'paint',
    'serviceOrder',
    72_001,
    serviceOrder(72_001, {
      insuranceClaimNumber: 'REC-00009',
      claimId: 4419,
      requestId: 90_019,
      workshopPersonName: 'Taller Prueba Sur',
      workshopPersonTaxId: '101000663',
      comments: 'Tapizado de asientos',
    }),
  ],
  [
    'invoice',
    'financialDocument',
    74_001,
    financialDocument(74_001, {
      purchaseOrderId: 71_001,
      requestId: 90_017,
      insuranceClaimNumber: 'REC-00007',
      insurancePolicyNumber: 'AUTO-000272',
      taxReceipt: {
        taxReceiptNumber: 'E310000000187',
        taxReceiptTypeName: 'Crédito Fiscal',
        relatedTaxReceiptNumber: null,
      },
      createdBy: { personId: 41, identification: '130000441', personName: 'Repuestos Prueba 4' },
      items: [documentItem(1, { documentItemName: 'Amortiguador delantero' })],
      attachments: [{ attachmentId: 9, attachmentFilename: 'conduce 0091.pdf' }],
    }),
  ],
  [
    'credit',
    'financialDocument',
    74_002,
    financialDocument(74_002, {
      documentTypeId: 2,
      documentTypeName: 'Nota de crédito',
      purchaseOrderId: 71_002,
      requestId: 90_018,
      insuranceClaimNumber: 'REC-00008',
      insurancePolicyNumber: 'AUTO-000274',
      relatedDocumentId: 74_001,
      taxReceipt: {
        taxReceiptNumber: 'B0400000021',
        taxReceiptTypeName: 'Nota',
        relatedTaxReceiptNumber: 'E310000000187',
      },
      createdBy: { personId: 42, identification: '130000552', personName: 'Güira Autopartes de Prueba' },
      comments: 'Devuelto por rotura',
      totalAmount: 1_234_567.89,
      attachments: [],
    }),
  ],
];

/** Newer ones with much the same in them, which what is typed exactly has to stand before. */
const newer: readonly Delivery[] = Array.from({ length: 12 }, (_, index): Delivery => {
  const id = 710_010 + index;
  return [
    `newer ${index}`,
    'purchaseOrder',
    id,
    purchaseOrder(id, {
      insuranceClaimNumber: `REC-0007${index + 10}`,
      claimId: 44_170 + index,
      requestId: 900_170 + index,
      supplierName: 'Repuestos Prueba 44',
      supplierTaxId: '130004418',
      comments: '',
      items: [item('Faro', `FAR-${index}`)],
    }),
  ];
});

export const deliveries: readonly Delivery[] = [...written, ...newer];

/** What is typed with a wrong letter and finds nothing, and what may be meant by it. */
export const misspelt: readonly (readonly [search: string, meant: string | null])[] = [
  ['amortigaudor', 'Amortiguador'],
  ['amortiguadr', 'Amortiguador'],
  ['amortigador', 'Amortiguador'],
  ['amortiguadoor', 'Amortiguador'],
  ['anortiguador', 'Amortiguador'],
  ['AMORTIGUADOT', 'Amortiguador'],
  ['zmortiguador', 'Amortiguador'],
  ['amortigau', 'Amortiguador'],
  ['Dominges', 'Domínguez'],
  ['dominguex', 'Domínguez'],
  ['Domingeuz', 'Domínguez'],
  ['hyundia', 'Hyundai'],
  ['parabirsas', 'Parabrisas'],
  ['hyundia 2012', 'Hyundai 2012'],
  ['taler prueva', 'Taller Prueba'],
  ['tapizero', 'tapicero'],
  ['bujai', 'Bujía'],
  // Two letters, a short word, a number, one that is meant by nothing, and two that no record has together.
  ['amrtigaudor', null],
  ['bjua', null],
  ['71009999', null],
  ['amortiguadors', 'Amortiguador'],
  ['zzyzx', null],
  ['hyundia amortiguador', null],
];

/** What people are to be reminded of, and the record. */
export const reminders: readonly (readonly [name: string, text: string])[] = [
  ['sonata', 'Llamar al carrocero'],
  ['guira', 'Cotizar el vidrio otra vez'],
];

export const noteOnPaint = 'Llamar al tapicero el martes: 829 555 0177, no contestó';

/** What is typed, and the record that has to be first. */
export const typed: readonly (readonly [search: string, first: string])[] = [
  // Perito's own numbers, as they stand, without hyphens, with spaces, and as people say them.
  ['OC-2026-000001', 'parts'],
  ['oc-2026-000001', 'parts'],
  ['OC2026000001', 'parts'],
  ['OC 2026 000001', 'parts'],
  ['OS-2026-000001', 'paint'],
  ['OS2026', 'paint'],
  ['IR-2026-000002', 'sonata'],
  // The marketplace's.
  ['71001', 'parts'],
  ['71002', 'guira'],
  ['72001', 'paint'],
  ['73001', 'report'],
  ['74002', 'credit'],
  ['90019', 'paint'],
  ['4419', 'paint'],
  // Chassis numbers: whole, their beginning, and their end.
  ['1HGCM82633A004352', 'report'],
  ['1hgcm82633a004352', 'report'],
  ['1HGCM', 'report'],
  ['1HGCM8263', 'report'],
  ['004352', 'report'],
  ['3A004352', 'report'],
  ['633A004352', 'report'],
  ['33A004352', 'report'],
  ['hgcm82633a004352', 'report'],
  ['4352', 'report'],
  ['023344', 'sonata'],
  ['CA023344', 'sonata'],
  ['KMHEC4A46', 'sonata'],
  // Claims.
  ['REC-00009', 'paint'],
  ['rec 00009', 'paint'],
  ['REC00009', 'paint'],
  ['REC-00008', 'credit'],
  // Policies.
  ['AUTO-000273', 'sonata'],
  ['AUTO000273', 'sonata'],
  ['auto 000274', 'credit'],
  // Receipts.
  ['E310000000187', 'invoice'],
  ['E31 0000000187', 'invoice'],
  ['B0400000021', 'credit'],
  ['B04', 'credit'],
  ['187', 'invoice'],
  // RNC and Cédula.
  ['130-00055-2', 'credit'],
  ['1-30-00044-1', 'invoice'],
  ['130-00044-1', 'invoice'],
  ['101-00066-3', 'paint'],
  ['101000663', 'paint'],
  ['001-0000001-9', 'report'],
  ['00100000019', 'report'],
  // Telephones.
  ['809-555-0142', 'report'],
  ['(809) 555 0142', 'report'],
  ['8095550142', 'report'],
  ['18095550142', 'report'],
  ['555-0142', 'report'],
  ['8295550177', 'paint'],
  // Plates.
  ['A123456', 'report'],
  ['a-123456', 'report'],
  ['g654', 'sonata'],
  // Names, with and without accents, and their beginnings.
  ['guira', 'credit'],
  ['GÜIRA auto', 'credit'],
  ['nunez', 'report'],
  ['taller prueba sur', 'paint'],
  ['empresa dos', 'sonata'],
  // Parts, codes, comments, vehicles.
  ['pint puerta', 'paint'],
  ['amort', 'invoice'],
  ['bujia', 'parts'],
  ['amt4417', 'parts'],
  ['maximo gomez', 'parts'],
  ['rotura', 'credit'],
  ['hyundai 2012', 'sonata'],
  ['sona', 'sonata'],
  // Notes, words in a form, names of files.
  ['tapicero', 'paint'],
  ['contesto', 'paint'],
  ['guagua colmado', 'report'],
  ['Q-4471', 'report'],
  ['conduce 0091', 'invoice'],
  // Amounts: the total of a record or a line's, in all and of one of it.
  ['15000.40', 'guira'],
  ['15,000.40', 'guira'],
  ['RD$15,000.4', 'guira'],
  ['RD$ 15,000.40', 'guira'],
  ['DOP 15,000.40', 'guira'],
  ['$15000.40', 'guira'],
  ['12500', 'guira'],
  ['12,500', 'guira'],
  ['12,500.00', 'guira'],
  ['RD$12,500', 'guira'],
  ['parabrisas 12,500', 'guira'],
  ['250.40', 'guira'],
  ['1,234,567.89', 'credit'],
  // What somebody is to be reminded of.
  ['carrocero', 'sonata'],
  ['cotizar vidrio', 'guira'],
];
