import type { ColumnMapping } from '#shared/contract/policy-imports.ts';
import { type PolicyColumn, policyColumns } from '#shared/policy-terms.ts';

/** Without these a row says nothing of which vehicle it is about. */
const needed: readonly PolicyColumn[] = ['insurancePolicyNumber', 'vin'];

/** What keeps a mapping from being checked: columns that are missing, and columns that two headings go to. */
export function mappingFaults(mapping: ColumnMapping): { missing: PolicyColumn[]; twice: PolicyColumn[] } {
  const used = Object.values(mapping);
  return {
    missing: needed.filter((column) => !used.includes(column)),
    twice: policyColumns.filter((column) => used.indexOf(column) !== used.lastIndexOf(column)),
  };
}

/** The mapping with one heading sent elsewhere, or nowhere. */
export function withColumn(mapping: ColumnMapping, heading: string, column: PolicyColumn | null) {
  const { [heading]: _, ...rest } = mapping;
  return column === null ? rest : { ...rest, [heading]: column };
}
