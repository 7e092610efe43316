/** Stories about a policy that does not answer for the incident. */
import type { FindingCode } from '#shared/finding-terms.ts';
import type { PolicyState } from '../insured-vehicle.ts';
import { openClaimFile } from './claim-file.ts';
import type { ScenarioContext, Story } from './story.ts';

/** Looked up, told so, and reported all the same. */
const reportedThough = (state: PolicyState, title: Story['title'], finding: FindingCode): Story => ({
  title,
  findings: [finding],
  async tell({ marketplace }: ScenarioContext) {
    const file = openClaimFile(marketplace, state);
    await file.lookUp();
    await file.report();
    return file.claim.claimNumber;
  },
});

export const policyStories = {
  policyExpired: reportedThough(
    'expired',
    { es: 'Póliza vencida', en: 'The policy has expired' },
    'policy.notInForce',
  ),
  vehicleExcluded: reportedThough(
    'excluded',
    { es: 'Vehículo excluido de la póliza', en: 'The vehicle is excluded' },
    'policy.excluded',
  ),
  premiumUnpaid: reportedThough(
    'premiumUnpaid',
    { es: 'Prima pendiente de pago', en: 'The premium is unpaid' },
    'policy.premiumUnpaid',
  ),
  noCoverage: reportedThough(
    'liabilityOnly',
    { es: 'Sin cobertura para el incidente', en: 'No coverage for the incident' },
    'policy.noCoverage',
  ),
  policyUnknown: {
    title: { es: 'Póliza que no está en la cartera', en: 'A policy that is not in the book' },
    findings: ['policy.unknown'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      const report = marketplace.drafts.incidentReport({ claim: file.claim });
      const generalInfo = { ...report.generalInfo, insurancePolicyNumber: 'AUTO-PRUEBA-999999' };
      await marketplace.sendIncidentReport({ ...report, generalInfo });
      return file.claim.claimNumber;
    },
  },
  sameVehicleAndDate: {
    title: {
      es: 'El mismo vehículo y la misma fecha, reportados dos veces',
      en: 'The same vehicle and date, reported twice',
    },
    findings: ['incident.sameVehicleAndDate'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      await file.report({ category: 'intermediary' });
      await file.report({ category: 'insured' });
      return file.claim.claimNumber;
    },
  },
} satisfies Record<string, Story>;
