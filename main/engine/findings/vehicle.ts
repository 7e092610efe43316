import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { describeVin } from '#shared/rules/vin.ts';
import type { AddFinding } from './gather.ts';
import { shortText } from './line.ts';

/** The form of an incident's VIN, and its check digit where one is mandatory (ISO 3779; facts, "Dominican rules"). */
export function vehicleNumber(report: IncidentReport, tell: AddFinding): void {
  const text = report.generalInfo?.vinNumber ?? '';
  const { form, checks } = describeVin(text);
  const say = () => ({ pointer: '/generalInfo/vinNumber', parameters: { value: shortText(text, 40) } });
  if (form === 'unknown') tell('vin.form', say);
  else if (form === 'short') tell('vin.short', say);
  else if (checks === false) tell('vin.checkDigit', say);
}
