import type { DossierKey } from '#shared/contract/claims.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { guidValue } from '#shared/rules/guid.ts';
import { guidOf } from '../findings/index.ts';
import { type Link, orderLink, type StoredLinkName } from '../store/index.ts';
import {
  idValue,
  normaliseCode,
  receiptNumberValue,
  taxIdValue,
  textValue,
  vehicleValue,
} from './link-values.ts';

/** All that a record can share with others, each once; what is empty or zero links nothing. */
export function linksOf(content: RecordContent): Link[] {
  switch (content.kind) {
    case 'purchaseOrder':
    case 'serviceOrder': {
      const { insuranceClaimNumber, claimId, requestId } = content.order;
      return present([
        guidLink(content),
        ['claimNumber', textValue(insuranceClaimNumber)],
        ['claimId', idValue(claimId)],
        ['requestId', idValue(requestId)],
      ]);
    }
    case 'incidentReport':
      return [...present([guidLink(content)]), ...reportLinks(content.report)];
    case 'financialDocument':
      return [...present([guidLink(content)]), ...documentLinks(content.document)];
  }
}

/** The marketplace's GUID of a record, unique among those of its kind. */
function guidLink(content: RecordContent): readonly ['guid', string | null] {
  const guid = guidValue(guidOf(content).value ?? '');
  return ['guid', guid === null ? null : `${content.kind}:${guid}`];
}

function reportLinks({ generalInfo }: IncidentReport): Link[] {
  if (generalInfo === null) return [];
  const vehicle = vehicleValue(generalInfo.vinNumber);
  const day = readDominicanTime(generalInfo.incidentDateTime)?.day ?? null;
  return present([
    ['policy', normaliseCode(generalInfo.insurancePolicyNumber)],
    ['vin', normaliseCode(generalInfo.vinNumber)],
    ['vehicleAndDate', vehicle === null || day === null ? null : `${vehicle}:${day}`],
  ]);
}

function documentLinks(document: FinancialDocument): Link[] {
  const { purchaseOrderId, serviceOrderId } = document;
  return present([
    ['claimNumber', textValue(document.insuranceClaimNumber)],
    ['requestId', idValue(document.requestId)],
    ['policy', normaliseCode(document.insurancePolicyNumber)],
    ['order', idValue(purchaseOrderId) && orderLink('purchaseOrder', purchaseOrderId ?? 0).value],
    ['order', idValue(serviceOrderId) && orderLink('serviceOrder', serviceOrderId ?? 0).value],
    ['document', idValue(document.relatedDocumentId)],
    ['receipt', receiptValue(document)],
  ]);
}

/**
 * One tax receipt of one issuer. Invoices and credit notes are apart: a credit note that bears the number of the
 * invoice that it modifies is wrong in its form, and no second invoice.
 */
export function receiptValue(document: FinancialDocument): string | null {
  const issuer = taxIdValue(document.createdBy?.identification ?? null);
  const number = receiptNumberValue(document.taxReceipt?.taxReceiptNumber ?? null);
  if (issuer === null || number === null) return null;
  return `${isCreditNote(document) ? 'creditNote' : 'invoice'}:${issuer}:${number}`;
}

/** A dossier's key as links have it; null where nothing can have it. */
export function dossierLink(by: DossierKey, value: string): Link | null {
  const normalised =
    by === 'claimNumber'
      ? textValue(value)
      : by === 'policy' || by === 'vin'
        ? normaliseCode(value)
        : idValue(/^\s*\d{1,16}\s*$/.test(value) ? Number(value) : null);
  return normalised === null ? null : { name: by, value: normalised };
}

function present(links: readonly (readonly [StoredLinkName, string | null])[]): Link[] {
  return links.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}
