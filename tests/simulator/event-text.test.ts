import { expect, test } from 'vitest';
import { eventText, type MarketplaceEvent } from '../../main/simulator/index.ts';
import type { InsurancePolicyDetails } from '../../shared/marketplace/insurance-policy.ts';

const call = { orderKind: 'purchaseOrder', marketplaceId: 50_001, milliseconds: 1240 } as const;
const problem = { title: 'Bad request', detail: 'items must not be empty.', status: 400 };

function policy(userMessage: string): InsurancePolicyDetails {
  return {
    insurancePolicyNumber: 'AUTO-1',
    owner: {
      personTypeId: 1,
      personTypeName: '',
      companyInfo: { companyTaxId: '', companyName: '' },
      personalInfo: null,
      phoneNumber: '',
      displayName: '',
      emailAddress: '',
      address: '',
    },
    vehicles: [
      {
        vin: '0PRUEBA0000000001',
        makeName: 'Toyota',
        modelName: 'Corolla',
        year: 2020,
        action: { severity: 'error', userMessage },
        coverages: [],
      },
    ],
  };
}

test.each<[MarketplaceEvent, string, string]>([
  [
    { event: 'orderAnswered', ...call, number: 'OC-2026-000001', again: false },
    'Orden de compra 50001: tiene el número OC-2026-000001.',
    'Purchase order 50001: has the number OC-2026-000001.',
  ],
  [
    { event: 'orderAnswered', ...call, orderKind: 'serviceOrder', number: 'OS-1', again: true },
    'Orden de servicio 50001, otra vez: tiene el número OS-1.',
    'Service order 50001, sent again: has the number OS-1.',
  ],
  [
    {
      event: 'cancellationAnswered',
      ...call,
      outcome: 'refused',
      answer: { isCancelled: false, showResponseText: true, responseText: 'Ya se facturó.' },
      shownText: 'Ya se facturó.',
    },
    'Orden de compra 50001: cancelación rechazada en 1.2 s. El usuario lee: «Ya se facturó.»',
    'Purchase order 50001: cancellation refused after 1.2 s. The user reads: «Ya se facturó.»',
  ],
  [
    {
      event: 'cancellationNotAnswered',
      ...call,
      error: { end: 'noAnswer', why: 'aborted', detail: 'hung up' },
    },
    'Orden de compra 50001: cancelación sin respuesta; quien llamaba cortó.',
    'Purchase order 50001: cancellation not answered; hung up.',
  ],
  [
    {
      event: 'faultyDelivery',
      kind: 'purchaseOrder',
      fault: 'noItems',
      milliseconds: 3,
      error: { end: 'refused', status: 400, problem, text: '' },
    },
    'Envío con error (sin piezas): se rechazó con 400, los datos no son válidos.',
    'Faulty delivery (no parts): refused with 400, Bad request: items must not be empty.',
  ],
  [
    { event: 'faultyDelivery', kind: 'incidentReport', fault: 'notJson', milliseconds: 3, error: null },
    'Envío con error (Reporte de incidente, no es JSON): se aceptó, y no debía.',
    'Faulty delivery (Incident report, not JSON): taken, which is wrong.',
  ],
  [
    {
      event: 'recordAnswered',
      kind: 'incidentReport',
      marketplaceId: 20_001,
      number: 'IR-2026-000001',
      again: true,
      milliseconds: 3,
    },
    'Reporte de incidente 20001, otra vez: tiene el número IR-2026-000001.',
    'Incident report 20001, sent again: has the number IR-2026-000001.',
  ],
  [
    {
      event: 'recordNotTaken',
      kind: 'financialDocument',
      marketplaceId: 90_001,
      milliseconds: 3,
      error: { end: 'notUnderstood', status: 200, body: {} },
    },
    'Documento 90001: no se recibió; una respuesta que la interfaz no conoce, con 200.',
    'Document 90001: not taken; an answer that the interface does not know, with 200.',
  ],
  [
    {
      event: 'policiesAnswered',
      query: { vin: '0PRUEBA0000000001', incidentDate: '2026-11-20' },
      policies: [policy('La póliza no está vigente.')],
      milliseconds: 2,
    },
    'Consulta de póliza 0PRUEBA0000000001: 1 póliza, 1 vehículo. El usuario lee: «La póliza no está vigente.»',
    'Policy lookup 0PRUEBA0000000001: 1 policy, 1 vehicle. The user reads: «La póliza no está vigente.»',
  ],
  [
    {
      event: 'policiesAnswered',
      query: { insurancePolicyNumber: 'AUTO-1', incidentDate: '2026-11-20' },
      policies: [],
      milliseconds: 2,
    },
    'Consulta de póliza AUTO-1: no se encontró.',
    'Policy lookup AUTO-1: not found.',
  ],
  [
    {
      event: 'balanceAnswered',
      balanceOf: { insurancePolicyNumber: 'AUTO-1', vin: 'V' },
      accountBalance: 1250.5,
      deductibleAmount: 5000,
      milliseconds: 2,
    },
    'Consulta de balance AUTO-1: balance 1250.50, deducible 5000.00.',
    'Balance lookup AUTO-1: balance 1250.50, deductible 5000.00.',
  ],
  [
    {
      event: 'faultyLookup',
      fault: 'givenTwice',
      milliseconds: 3,
      error: { end: 'refused', status: 400, problem, text: '' },
    },
    'Consulta con error (fecha repetida): se rechazó con 400, los datos no son válidos.',
    'Faulty lookup (date given twice): refused with 400, Bad request: items must not be empty.',
  ],
])('%o', (event, es, en) => {
  expect(eventText(event, 'es')).toBe(es);
  expect(eventText(event, 'en')).toBe(en);
});
