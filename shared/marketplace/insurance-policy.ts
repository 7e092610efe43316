/** Interface, "InsurancePolicyDetails", "BalanceDetails" and the query parameters of both. What Perito answers, exactly. */
import * as z from 'zod';

/** `personTypeId` (interface, "OwnerDetails"). */
export const personTypes = { company: 1, naturalPerson: 2 } as const;
/** `identificationTypeId` (interface, "PersonalDetails"). */
export const identificationTypes = { rnc: 1, cedula: 2, other: 3 } as const;
/** `incidentTypeId` (interface, "Incident type"). */
export const incidentTypes = { fire: 1, theft: 2, collision: 3, glass: 4, other: 5 } as const;
export const incidentTypeIds = [1, 2, 3, 4, 5] as const;
export type IncidentTypeId = (typeof incidentTypeIds)[number];
/** `reportCategoryId` (interface, "GET /InsurancePolicies query parameters"). */
export const reportCategories = { intermediary: 1, insured: 2 } as const;

export const companyDetails = z.object({
  companyTaxId: z.string().describe('RNC.'),
  companyName: z.string(),
});

export const personalDetails = z.object({
  identification: z.string(),
  identificationTypeId: z.int().describe('1 RNC, 2 Cédula, 3 another.'),
  identificationTypeName: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
});

export const ownerDetails = z
  .object({
    personTypeId: z.int().describe('1 a company, 2 a natural person.'),
    personTypeName: z.string(),
    companyInfo: companyDetails.nullable().describe('Null for a natural person.'),
    personalInfo: personalDetails.nullable().describe('Null for a company.'),
    phoneNumber: z.string(),
    displayName: z.string(),
    emailAddress: z.string(),
    address: z.string(),
  })
  .describe('Who owns the policy: a company or a natural person.');

export const actionSeverity = z.enum(['info', 'warning', 'error']);

export const vehicleAction = z
  .object({ severity: actionSeverity, userMessage: z.string().describe('Text to show to the user.') })
  .describe('What the user is to be told before a report on this vehicle goes on.');

export const coverageType = z.object({ coverageTypeCode: z.string(), coverageTypeName: z.string() });

export const vehicleDetails = z.object({
  vin: z.string().describe('Chassis number.'),
  makeName: z.string(),
  modelName: z.string(),
  year: z.int(),
  action: vehicleAction.nullable().describe('Null where there is nothing to say.'),
  coverages: z.array(coverageType),
});

export const insurancePolicyDetails = z
  .object({
    insurancePolicyNumber: z.string(),
    owner: ownerDetails,
    vehicles: z.array(vehicleDetails),
  })
  .describe('A policy with its owner and the vehicles on it.');
export type InsurancePolicyDetails = z.infer<typeof insurancePolicyDetails>;

/** Amounts go out as JSON numbers, written from their decimal texts. */
export const balanceDetails = z
  .object({ accountBalance: z.number(), deductibleAmount: z.number() })
  .describe('Balance and deductible of one vehicle of a policy.');

/** `YYYY-mm-dd`, and a day that exists. */
export const isoDay = z.iso.date();

/** The query of GET /InsurancePolicies, as the rules of its table have it. */
export const policyQuery = z
  .object({
    insurancePolicyNumber: z.string().trim().min(1).max(100).optional(),
    vin: z.string().trim().min(1).max(50).optional(),
    incidentTypeId: z.int().min(1).max(5).optional(),
    incidentDate: isoDay,
    intermediaryTaxId: z.string().trim().min(1).max(20).optional(),
    reportCategoryId: z.int().min(1).max(2).optional(),
  })
  .refine((query) => query.insurancePolicyNumber !== undefined || query.vin !== undefined, {
    path: ['insurancePolicyNumber'],
    message: 'insurancePolicyNumber or vin must be given.',
    // Told beside what is wrong with the others.
    when: () => true,
  });
export type PolicyQuery = z.infer<typeof policyQuery>;

/** Path and query of GET /InsurancePolicies/{insurancePolicyNumber}/balance. */
export const balanceQuery = z.object({
  insurancePolicyNumber: z.string().trim().min(1).max(100),
  vin: z.string().trim().min(1).max(50),
});
export type BalanceQuery = z.infer<typeof balanceQuery>;
