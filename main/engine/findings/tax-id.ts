import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { describeTaxId } from '#shared/rules/rnc.ts';
import { shortText } from './line.ts';
import type { NewFinding } from './new-finding.ts';

/** The form and check digit of every tax id that a record carries; "Company tax id is the RNC of the company". */
export function taxIds(content: RecordContent): (NewFinding | null)[] {
  return taxIdFields(content).map(([pointer, text]) => oddTaxId(pointer, text));
}

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

function oddTaxId(pointer: string, text: string | null | undefined): NewFinding | null {
  const { form, checks } = describeTaxId(text ?? '');
  if (form === 'blank' || checks) return null;
  const parameters = { value: shortText(text, 40) };
  if (form === 'unknown') return { code: 'taxId.form', pointer, parameters };
  return { code: form === 'rnc' ? 'taxId.rncCheckDigit' : 'taxId.cedulaCheckDigit', pointer, parameters };
}
