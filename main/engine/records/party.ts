import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { readUtcTime } from '#shared/rules/dominican-time.ts';
import { dayOf } from '../findings/index.ts';
import { taxIdValue } from './link-values.ts';

/**
 * The RNC of the company on the other side, with whom the money of an order or document stands: supplier of a purchase
 * order, workshop of a service order or an incident report, issuer of a document; and the Dominican day on which an order
 * was made, or a document's date. Null where it says none.
 */
export function partyOf(content: RecordContent): { partyTaxId: string | null; datedOn: string | null } {
  switch (content.kind) {
    case 'purchaseOrder': {
      const { supplierTaxId, createdOnUtcDate } = content.order;
      return { partyTaxId: taxIdValue(supplierTaxId), datedOn: orderDay(createdOnUtcDate) };
    }
    case 'serviceOrder': {
      const { workshopPersonTaxId, createdOnUtcDate } = content.order;
      return { partyTaxId: taxIdValue(workshopPersonTaxId), datedOn: orderDay(createdOnUtcDate) };
    }
    case 'financialDocument': {
      const { createdBy, documentDate } = content.document;
      return { partyTaxId: taxIdValue(createdBy?.identification ?? null), datedOn: dayOf(documentDate) };
    }
    case 'incidentReport':
      return { partyTaxId: taxIdValue(content.report.workshopPerson?.personTaxId ?? null), datedOn: null };
  }
}

/** The Dominican day of `createdOnUtcDate`. */
const orderDay = (text: string | null): string | null => readUtcTime(text)?.day ?? null;
