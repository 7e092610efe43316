import type { FindingCode, Severity } from '#shared/terms.ts';

/** How much a finding of each code asks for a look. None of them ever blocks. */
export const severityOf: Record<FindingCode, Severity> = {
  'wire.missing': 'warning',
  'wire.null': 'info',
  'wire.numberAsText': 'info',
  'wire.textAsNumber': 'info',
  'wire.wrongType': 'warning',
  'wire.unknownProperty': 'info',
  'wire.pascalCase': 'info',
  'wire.dateWithoutZone': 'info',
  'wire.notADate': 'warning',
  'revision.changed': 'warning',
};
