/** One plain line for each outcome that the marketplace reports, for a terminal. */
import type { Locale, RecordKind } from '#shared/terms.ts';
import type { Fault } from './deliveries.ts';
import type { CancellationEvent, DeliveryFailure, MarketplaceEvent } from './events.ts';
import type { LookupFault } from './lookups.ts';
import type { CallEnd } from './marketplace-client.ts';

export function eventText(event: MarketplaceEvent, locale: Locale): string {
  const text = texts[locale];
  switch (event.event) {
    case 'orderAnswered':
    case 'recordAnswered':
      return `${recordText(event, text)}${event.again ? `, ${text.again}` : ''}: ${text.number} ${event.number}.`;
    case 'orderNotTaken':
    case 'recordNotTaken':
      return `${recordText(event, text)}: ${text.notTaken}; ${failureText(event.error, text)}.`;
    case 'cancellationNotAnswered':
      return `${recordText(event, text)}: ${text.notAnswered}; ${failureText(event.error, text)}.`;
    case 'cancellationAnswered': {
      const seconds = `${(event.milliseconds / 1000).toFixed(1)} s`;
      const answered = `${text.outcome[event.outcome]} ${text.after} ${seconds}`;
      return `${recordText(event, text)}: ${answered}.${shownText(event.shownText, text)}`;
    }
    case 'faultyDelivery': {
      const kind = event.kind === 'purchaseOrder' ? '' : `${text.record[event.kind]}, `;
      const end = event.error ? failureText(event.error, text) : text.takenThough;
      return `${text.faulty} (${kind}${text.fault[event.fault]}): ${end}.`;
    }
    case 'faultyLookup': {
      const end = event.error ? failureText(event.error, text) : text.takenThough;
      return `${text.faultyLookup} (${text.lookupFault[event.fault]}): ${end}.`;
    }
    case 'policiesAnswered':
    case 'lookupNotAnswered':
    case 'balanceAnswered':
    case 'balanceNotAnswered':
      return lookupText(event, text);
  }
}

type LookupEvent = Extract<
  MarketplaceEvent,
  { event: 'policiesAnswered' | 'lookupNotAnswered' | 'balanceAnswered' | 'balanceNotAnswered' }
>;

function lookupText(event: LookupEvent, text: EventText): string {
  const asked =
    'query' in event
      ? `${text.lookup} ${event.query.vin ?? event.query.insurancePolicyNumber ?? ''}`
      : `${text.balance} ${event.balanceOf.insurancePolicyNumber}`;
  if ('error' in event) return `${asked}: ${text.noAnswer}; ${failureText(event.error, text)}.`;
  if (event.event === 'balanceAnswered') {
    const owed = `${text.owed} ${event.accountBalance.toFixed(2)}`;
    return `${asked}: ${owed}, ${text.deductible} ${event.deductibleAmount.toFixed(2)}.`;
  }
  const vehicles = event.policies.flatMap((policy) => policy.vehicles);
  const [message = null] = vehicles.flatMap(({ action }) => (action === null ? [] : [action.userMessage]));
  return `${asked}: ${text.found(event.policies.length, vehicles.length)}.${shownText(message, text)}`;
}

function recordText(event: Extract<MarketplaceEvent, { marketplaceId: number }>, text: EventText): string {
  const kind = 'orderKind' in event ? event.orderKind : event.kind;
  return `${text.record[kind]} ${event.marketplaceId}`;
}

function shownText(message: string | null, text: EventText): string {
  return message === null ? '' : ` ${text.shown}: «${message}»`;
}

function failureText(error: DeliveryFailure, text: EventText): string {
  switch (error.end) {
    case 'noAnswer':
      return text.silence === null ? error.detail : text.silence[error.why];
    case 'notUnderstood':
      return `${text.notUnderstood} ${error.status}`;
    case 'refused': {
      const detail =
        text.statuses === null
          ? [error.problem?.title, error.problem?.detail].filter(Boolean).join(': ')
          : (text.statuses[error.status] ?? '');
      return detail === ''
        ? `${text.refused} ${error.status}`
        : `${text.refused} ${error.status}, ${detail.replace(/\.$/, '')}`;
    }
  }
}

type Silence = Extract<CallEnd, { end: 'noAnswer' }>['why'];
type Outcome = Extract<CancellationEvent, { event: 'cancellationAnswered' }>['outcome'];

interface EventText {
  record: Record<RecordKind, string>;
  fault: Record<Fault, string>;
  again: string;
  number: string;
  notTaken: string;
  notAnswered: string;
  outcome: Record<Outcome, string>;
  after: string;
  shown: string;
  lookup: string;
  balance: string;
  found: (policies: number, vehicles: number) => string;
  owed: string;
  deductible: string;
  noAnswer: string;
  /** Why there was no answer; null where the system's own text is shown, which is English. */
  silence: Record<Silence, string> | null;
  faulty: string;
  faultyLookup: string;
  lookupFault: Record<LookupFault, string>;
  takenThough: string;
  refused: string;
  /** What a status means; null where the answer's own text is shown, which is English. */
  statuses: Readonly<Record<number, string>> | null;
  notUnderstood: string;
}

const texts: Record<Locale, EventText> = {
  es: {
    record: {
      purchaseOrder: 'Orden de compra',
      serviceOrder: 'Orden de servicio',
      incidentReport: 'Reporte de incidente',
      financialDocument: 'Documento',
    },
    fault: {
      notJson: 'no es JSON',
      notAnObject: 'no es un objeto',
      noIdentity: 'sin su id',
      noItems: 'sin piezas',
      otherIdInPath: 'otro id en la dirección',
    },
    again: 'otra vez',
    number: 'tiene el número',
    notTaken: 'no se recibió',
    notAnswered: 'cancelación sin respuesta',
    outcome: {
      cancelled: 'cancelada',
      refused: 'cancelación rechazada',
      inReview: 'cancelación en revisión',
    },
    after: 'en',
    shown: 'El usuario lee',
    lookup: 'Consulta de póliza',
    balance: 'Consulta de balance',
    found: (policies, vehicles) =>
      policies === 0
        ? 'no se encontró'
        : `${policies} ${policies === 1 ? 'póliza' : 'pólizas'}, ${vehicles} ${vehicles === 1 ? 'vehículo' : 'vehículos'}`,
    owed: 'balance',
    deductible: 'deducible',
    noAnswer: 'sin respuesta',
    silence: {
      timedOut: 'no respondió a tiempo',
      aborted: 'quien llamaba cortó',
      connectionFailed: 'no hubo conexión',
    },
    faulty: 'Envío con error',
    faultyLookup: 'Consulta con error',
    lookupFault: {
      neitherPolicyNorVin: 'sin póliza ni chasis (VIN)',
      noIncidentDate: 'sin fecha',
      dateOfOtherForm: 'fecha en otra forma',
      dateThatIsNone: 'fecha que no existe',
      typeOutOfRange: 'tipo de incidente desconocido',
      typeNotANumber: 'tipo de incidente en letras',
      categoryOutOfRange: 'categoría desconocida',
      givenTwice: 'fecha repetida',
      balanceWithoutVin: 'balance sin chasis (VIN)',
    },
    takenThough: 'se aceptó, y no debía',
    refused: 'se rechazó con',
    statuses: {
      400: 'los datos no son válidos',
      401: 'la clave no es válida',
      404: 'no existe',
      405: 'ese método no se admite',
      408: 'llegó demasiado despacio',
      409: 'ya no se puede',
      413: 'es demasiado grande',
      415: 'ese tipo de contenido no se admite',
      429: 'demasiadas llamadas sin clave válida',
      500: 'Perito falló',
      503: 'no se pudo guardar',
    },
    notUnderstood: 'una respuesta que la interfaz no conoce, con',
  },
  en: {
    record: {
      purchaseOrder: 'Purchase order',
      serviceOrder: 'Service order',
      incidentReport: 'Incident report',
      financialDocument: 'Document',
    },
    fault: {
      notJson: 'not JSON',
      notAnObject: 'not an object',
      noIdentity: 'no id',
      noItems: 'no parts',
      otherIdInPath: 'another id in the path',
    },
    again: 'sent again',
    number: 'has the number',
    notTaken: 'not taken',
    notAnswered: 'cancellation not answered',
    outcome: {
      cancelled: 'cancelled',
      refused: 'cancellation refused',
      inReview: 'cancellation in review',
    },
    after: 'after',
    shown: 'The user reads',
    lookup: 'Policy lookup',
    balance: 'Balance lookup',
    found: (policies, vehicles) =>
      policies === 0
        ? 'not found'
        : `${policies} ${policies === 1 ? 'policy' : 'policies'}, ${vehicles} ${vehicles === 1 ? 'vehicle' : 'vehicles'}`,
    owed: 'balance',
    deductible: 'deductible',
    noAnswer: 'not answered',
    silence: null,
    faulty: 'Faulty delivery',
    faultyLookup: 'Faulty lookup',
    lookupFault: {
      neitherPolicyNorVin: 'neither policy nor VIN',
      noIncidentDate: 'no date',
      dateOfOtherForm: 'date in another form',
      dateThatIsNone: 'a date that there is not',
      typeOutOfRange: 'unknown incident type',
      typeNotANumber: 'incident type as a word',
      categoryOutOfRange: 'unknown category',
      givenTwice: 'date given twice',
      balanceWithoutVin: 'balance without VIN',
    },
    takenThough: 'taken, which is wrong',
    refused: 'refused with',
    statuses: null,
    notUnderstood: 'an answer that the interface does not know, with',
  },
};
