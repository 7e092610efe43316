import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { describeVin } from '#shared/rules/vin.ts';
import { shortText } from './line.ts';
import type { NewFinding } from './new-finding.ts';

/** The form of an incident's VIN, and its check digit where one is mandatory (ISO 3779; facts, "Dominican rules"). */
export function vehicleNumber(report: IncidentReport): NewFinding | null {
  const text = report.generalInfo?.vinNumber ?? '';
  const { form, checks } = describeVin(text);
  const pointer = '/generalInfo/vinNumber';
  const parameters = { value: shortText(text, 40) };
  if (form === 'unknown') return { code: 'vin.form', pointer, parameters };
  if (form === 'short') return { code: 'vin.short', pointer, parameters };
  return checks === false ? { code: 'vin.checkDigit', pointer, parameters } : null;
}
