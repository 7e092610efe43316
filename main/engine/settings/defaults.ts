import type { Settings } from '#shared/contract/settings.ts';

/** What holds until somebody changes it. The texts are Spanish: the marketplace's users read them. */
export const defaultSettings: Settings = {
  company: { name: '', taxId: '', marketplaceName: '' },
  person: { name: '' },
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
    refusals: [
      'La orden ya fue facturada. Solicite una nota de crédito.',
      'Las piezas ya fueron entregadas al taller.',
      'El trabajo ya fue iniciado en el taller.',
      'El reclamo está cerrado.',
      'Falta la autorización del asegurado.',
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
  policyBook: { watchedFolder: '', badRows: 'refuse' },
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
  firstRunDoneAt: null,
};
