import type { Reason, Settings } from '#shared/contract/settings.ts';

const reason = (code: string, es: string, en: string): Reason => ({ code, es, en, retired: false });

/** What holds until somebody changes it. The texts are Spanish: the marketplace's users read them. */
export const defaultSettings: Settings = {
  company: { name: '', taxId: '', marketplaceName: '' },
  lock: { afterMinutes: 15 },
  receiver: {
    ...{ address: '127.0.0.1', port: 8650, holdSeconds: 8 },
    ...{ tls: { mode: 'off' }, publicUrl: '', trustedProxies: [] },
  },
  numbering: {
    purchaseOrder: 'OC-{yyyy}-{seq:6}',
    serviceOrder: 'OS-{yyyy}-{seq:6}',
    incidentReport: 'IR-{yyyy}-{seq:6}',
    financialDocument: 'DF-{yyyy}-{seq:6}',
  },
  texts: {
    inReview:
      'La aseguradora está revisando la solicitud de cancelación. Vuelva a solicitarla en unos minutos para conocer la decisión.',
    unknownOrder:
      'La aseguradora no tiene registrada esta orden, por lo que no puede cancelarla. Comuníquese con la aseguradora.',
    approved: '',
  },
  reasons: {
    refuse: [
      reason(
        'invoiced',
        'La orden ya fue facturada. Solicite una nota de crédito.',
        'The order was invoiced already. Ask for a credit note.',
      ),
      reason(
        'delivered',
        'Las piezas ya fueron entregadas al taller.',
        'The parts were delivered to the workshop already.',
      ),
      reason(
        'workBegun',
        'El trabajo ya fue iniciado en el taller.',
        'The work has begun at the workshop already.',
      ),
      reason('claimClosed', 'El reclamo está cerrado.', 'The claim is closed.'),
      reason(
        'notAuthorised',
        'Falta la autorización del asegurado.',
        'The authorisation of the insured is missing.',
      ),
    ],
    hold: [
      reason(
        'awaitingGoods',
        'Falta confirmar que la pieza se recibió.',
        'The part is not confirmed as received.',
      ),
      reason(
        'awaitingPapers',
        'Faltan documentos para tramitar el pago.',
        'Papers are missing before it can be paid.',
      ),
      reason('underReview', 'El reclamo sigue en revisión.', 'The claim is still in review.'),
      reason('awaitingCredit', 'Se espera una nota de crédito.', 'A credit note is expected.'),
    ],
    dispute: [
      reason('aboveOrder', 'La factura es mayor que lo ordenado.', 'The invoice is above what was ordered.'),
      reason(
        'orderCancelled',
        'La factura corresponde a una orden cancelada.',
        'The invoice is of a cancelled order.',
      ),
      reason('abovePrice', 'El precio es mayor que el acordado.', 'The price is above what was agreed.'),
      reason(
        'wrongTotals',
        'Los montos de la factura no cuadran.',
        'The amounts of the invoice do not add up.',
      ),
      reason('taxReceipt', 'El comprobante fiscal no es válido.', 'The tax receipt is not valid.'),
      reason('duplicate', 'La factura está duplicada.', 'The invoice is a duplicate.'),
    ],
  },
  policyRules: {
    notInForce: {
      on: true,
      severity: 'error',
      text: 'La póliza no está vigente en la fecha del incidente. Comuníquese con la aseguradora.',
    },
    noCoverage: {
      on: true,
      severity: 'warning',
      text: 'La póliza no tiene cobertura para este tipo de incidente. Comuníquese con la aseguradora.',
    },
    coverNotChecked: {
      on: true,
      severity: 'warning',
      text: 'Cobertura no verificada: la aseguradora no ha comprobado si la póliza cubre este tipo de incidente. Comuníquese con la aseguradora.',
    },
    excluded: {
      on: true,
      severity: 'error',
      text: 'El vehículo está excluido de la póliza. Comuníquese con la aseguradora.',
    },
    premiumUnpaid: {
      on: true,
      severity: 'warning',
      text: 'La prima de la póliza está pendiente de pago. El asegurado debe comunicarse con la aseguradora.',
    },
  },
  coverageOfIncident: { fire: [], theft: [], collision: [], glass: [], other: [], none: [] },
  policyBook: { watchedFolder: '', badRows: 'refuse', totalLossPercent: 75 },
  platform: { baseUrl: '', allowHttp: false },
  trust: { authorityFile: '' },
  attachments: {
    maximumMegabytes: 50,
    maximumSeconds: 300,
    maximumPerRecord: 200,
    perHost: 4,
    sendPlatformKey: false,
    paused: false,
  },
  photoChecklist: {
    fire: ['front', 'rightSide', 'leftSide', 'rear', 'chassis', 'damage'],
    theft: [],
    collision: ['front', 'rightSide', 'leftSide', 'rear', 'chassis', 'odometer', 'plate', 'damage'],
    glass: ['front', 'chassis', 'plate', 'damage'],
    other: ['front', 'rightSide', 'leftSide', 'rear', 'chassis', 'odometer', 'damage'],
  },
  findings: {
    lineTolerance: '1',
    // ITBIS of parts and labour; the reduced 16 % is for few foods (Ley 253-12, art. 24).
    taxRates: [18, 0],
    aboveAveragePercent: 25,
    aboveMaximumPercent: 0,
    belowMinimumPercent: 0,
    overInvoicedPercent: 0,
  },
  screen: { locale: 'system', theme: 'system', density: 'compact' },
  notifications: {
    ...{ cancellations: true, failures: true, backups: true },
    ...{ quietHours: false, quietFrom: '18:00', quietUntil: '07:30' },
  },
  firstRunDoneAt: null,
};
