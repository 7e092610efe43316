import { type Finding, finding } from '#shared/contract/records.ts';
import type { AcknowledgedFindingRow, FindingRow } from '../store/index.ts';

/** A finding as the contract shows it. */
export function findingOf(row: FindingRow | AcknowledgedFindingRow): Finding {
  const { pointer } = row;
  const parameters = finding.shape.parameters.parse(JSON.parse(row.parameters));
  return {
    id: row.id,
    revision: row.revision,
    code: row.code,
    severity: row.severity,
    pointer,
    parameters,
    places:
      row.places === null ? [{ pointer, parameters }] : finding.shape.places.parse(JSON.parse(row.places)),
    count: row.count,
    amount:
      row.amount === null || row.currency === null ? null : { value: row.amount, currency: row.currency },
    acknowledgement: 'scope' in row ? acknowledgementOf(row) : null,
  };
}

function acknowledgementOf(row: AcknowledgedFindingRow): Finding['acknowledgement'] {
  const { acknowledgementId: id, scope, reason, at, who } = row;
  if (id === null || scope === null || reason === null || at === null || who === null) return null;
  return { id, scope, reason, who, at: new Date(at).toISOString() };
}
