import type { ClaimSubject } from '../../../main/engine/store/index.ts';

/** Of a claim whose report tells nothing. */
export const unknownSubject: ClaimSubject = {
  ...{ policyNumber: null, policyKey: null, insured: null, vehicle: null, make: null },
  ...{ vin: null, plate: null, workshop: null, incidentOn: null, insuredOrder: null, isOfReport: 1 },
};
