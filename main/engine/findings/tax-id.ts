import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { describeTaxId } from '#shared/rules/rnc.ts';
import type { AddFinding } from './gather.ts';
import { shortText } from './line.ts';

/** The form and check digit of every tax id that a record carries; "Company tax id is the RNC of the company". */
export function taxIds(content: RecordContent, tell: AddFinding): void {
  for (const [pointer, text] of taxIdFields(content)) {
    const { form, checks } = describeTaxId(text ?? '');
    if (form === 'blank' || checks) continue;
    tell(codes[form], () => ({ pointer, parameters: { value: shortText(text, 40) } }));
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
