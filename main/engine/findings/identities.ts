import type { IncidentPerson, IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { guidValue } from '#shared/rules/guid.ts';
import { describeTaxId } from '#shared/rules/rnc.ts';
import { describeVin } from '#shared/rules/vin.ts';
import { type Findings, shortText } from './finding.ts';

/** The GUID of a record: its field and what came in it. */
export function guidOf(content: RecordContent): { field: string; value: string | null } {
  switch (content.kind) {
    case 'purchaseOrder':
      return { field: 'purchaseOrderGuid', value: content.order.purchaseOrderGuid };
    case 'serviceOrder':
      return { field: 'serviceOrderGuid', value: content.order.serviceOrderGuid };
    case 'incidentReport':
      return { field: 'incidentReportFormGuid', value: content.report.incidentReportFormGuid };
    case 'financialDocument':
      return { field: 'documentGuid', value: content.document.documentGuid };
  }
}

/** A GUID that is none (interface, "Conventions": "`Guid` is a UUID string"). */
export function* guidForm(content: RecordContent): Findings {
  const { field, value } = guidOf(content);
  if (value === null || guidValue(value) !== null) return;
  yield { code: 'guid.form', pointer: `/${field}`, parameters: { value: shortText(value) } };
}

/** A company as a record names it. */
interface Person {
  pointer: string;
  personId: number | null | undefined;
  taxId: string | null | undefined;
}

/** One company of a record under two ids, or two companies under one. Ids of lines may repeat: they name articles. */
export function* personIds(content: RecordContent): Findings {
  const byTaxId = new Map<string, Person>();
  const byId = new Map<number, Person>();
  for (const person of personsOf(content)) {
    const { personId, pointer } = person;
    if (personId === null || personId === undefined || personId <= 0) continue;
    const digits = describeTaxId(person.taxId ?? '').digits;
    if (digits === '') continue;
    const same = byTaxId.get(digits);
    if (same !== undefined && same.personId !== personId) {
      const parameters = { value: personId, other: same.personId ?? null, taxId: shortText(digits) };
      yield { code: 'person.otherId', pointer, parameters };
    }
    const namesake = byId.get(personId);
    const other = describeTaxId(namesake?.taxId ?? '').digits;
    if (namesake !== undefined && other !== digits) {
      const parameters = { value: personId, taxId: shortText(digits), other: shortText(other) };
      yield { code: 'person.otherTaxId', pointer, parameters };
    }
    if (same === undefined) byTaxId.set(digits, person);
    if (namesake === undefined) byId.set(personId, person);
  }
}

function personsOf(content: RecordContent): Person[] {
  if (content.kind === 'financialDocument') {
    const { createdBy, createdTo } = content.document;
    return [
      { pointer: '/createdBy/personId', personId: createdBy?.personId, taxId: createdBy?.identification },
      { pointer: '/createdTo/personId', personId: createdTo?.personId, taxId: createdTo?.identification },
    ];
  }
  if (content.kind !== 'incidentReport') return [];
  const { insurancePerson, createdByPerson, workshopPerson, generalInfo } = content.report;
  const of = (pointer: string, person: IncidentPerson | null): Person => ({
    pointer,
    personId: person?.personId,
    taxId: person?.personTaxId,
  });
  return [
    of('/insurancePerson/personId', insurancePerson),
    of('/createdByPerson/personId', createdByPerson),
    of('/workshopPerson/personId', workshopPerson),
    {
      ...of('/generalInfo/workshopPersonId', workshopPerson),
      personId: generalInfo?.workshopPersonId,
    },
  ];
}

/** The form and check digit of every tax id that a record carries; "Company tax id is the RNC of the company". */
export function* taxIds(content: RecordContent): Findings {
  for (const [pointer, text] of taxIdFields(content)) {
    const { form, checks } = describeTaxId(text ?? '');
    if (form === 'blank' || checks) continue;
    yield { code: codes[form], pointer, parameters: { value: shortText(text, 40) } };
  }
}

const codes = {
  rnc: 'taxId.rncCheckDigit',
  cedula: 'taxId.cedulaCheckDigit',
  unknown: 'taxId.form',
} as const;

function taxIdFields(content: RecordContent): [pointer: string, text: string | null | undefined][] {
  switch (content.kind) {
    case 'purchaseOrder':
      return [
        ['/workshopTaxId', content.order.workshopTaxId],
        ['/supplierTaxId', content.order.supplierTaxId],
      ];
    case 'serviceOrder':
      return [['/workshopPersonTaxId', content.order.workshopPersonTaxId]];
    case 'incidentReport':
      return [
        ['/insurancePerson/personTaxId', content.report.insurancePerson?.personTaxId],
        ['/createdByPerson/personTaxId', content.report.createdByPerson?.personTaxId],
        ['/workshopPerson/personTaxId', content.report.workshopPerson?.personTaxId],
      ];
    case 'financialDocument':
      return [
        ['/createdBy/identification', content.document.createdBy?.identification],
        ['/createdTo/identification', content.document.createdTo?.identification],
      ];
  }
}

/** The form of an incident's VIN, and its check digit where one is mandatory (ISO 3779; facts, "Dominican rules"). */
export function* vehicleNumber(report: IncidentReport): Findings {
  const text = report.generalInfo?.vinNumber ?? '';
  const { form, checks } = describeVin(text);
  const found = { pointer: '/generalInfo/vinNumber', parameters: { value: shortText(text, 40) } };
  if (form === 'unknown') yield { code: 'vin.form', ...found };
  else if (form === 'short') yield { code: 'vin.short', ...found };
  else if (checks === false) yield { code: 'vin.checkDigit', ...found };
}
