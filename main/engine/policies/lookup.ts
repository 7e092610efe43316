import * as z from 'zod';
import type { CoverageCheck } from '#shared/contract/policies.ts';
import {
  type BalanceQuery,
  type InsurancePolicyDetails,
  identificationTypes,
  type PolicyQuery,
  personTypes,
} from '#shared/marketplace/insurance-policy.ts';
import { type CoverState, coverStates, type PolicyRule } from '#shared/policy-terms.ts';
import type { Journal } from '../journal/index.ts';
import {
  type Entry,
  findPolicy,
  findVehicle,
  insertPolicyLookup,
  isBookIncomplete,
  listVehiclesOfPolicy,
  listVehiclesOfVin,
  type PolicyBookRow,
  type PolicyContent,
  type PolicyLookupWriting,
  type Reading,
  type ReadTransaction,
  StoreProblem,
  type VehicleBookRow,
  type WriteTransaction,
} from '../store/index.ts';
import { coveragesOf } from './book/cells.ts';
import { numberKey, vinKey } from './book/policy-row.ts';
import { type AppliedRule, type IncidentAsked, matchVehicle, type RuleSettings } from './rules.ts';

/** Answers the marketplace from the version of the book in force, each answer once it is in the journal. */
export function createAnswers(options: {
  book: Reading;
  journal: Pick<Journal, 'keep'>;
  settings: () => RuleSettings;
}): PolicyAnswers {
  const { book, journal, settings } = options;
  const append = async (keyLabel: string, answer: string | null, detail: z.infer<typeof lookupDetail>) => {
    const bytes = Buffer.from(answer ?? '');
    await journal.keep({ kind: 'lookup', keyLabel, bytes, detail });
  };
  return {
    async lookup(query, keyLabel) {
      const { answer, ...counts } = await answerOf(book, query, settings());
      await append(keyLabel, answer, {
        kind: 'policy',
        insurancePolicyNumber: query.insurancePolicyNumber ?? null,
        vin: query.vin ?? null,
        incidentTypeId: query.incidentTypeId ?? null,
        incidentDate: query.incidentDate,
        intermediaryTaxId: query.intermediaryTaxId ?? null,
        reportCategoryId: query.reportCategoryId ?? null,
        ...counts,
        status: 200,
      });
      return answer;
    },
    async balance(query, keyLabel) {
      const answer = await book.read(async (tx) => {
        const key = numberKey(query.insurancePolicyNumber);
        const vehicle = await findVehicle(tx, key, vinKey(query.vin));
        if (vehicle !== undefined) return balanceJson(vehicle);
        await refuseIncompleteBook(tx);
        return null;
      });
      const found = answer === null ? 0 : 1;
      await append(keyLabel, answer, {
        kind: 'balance',
        ...nothingAsked,
        insurancePolicyNumber: query.insurancePolicyNumber,
        vin: query.vin,
        policies: found,
        vehicles: found,
        rules: '[]',
        cover: null,
        status: answer === null ? 404 : 200,
      });
      return answer;
    },
  };
}

const text = z.string().nullable();
const number = z.int().nullable();

/** The detail of a `lookup` of the journal: what was asked, and what was found. */
const lookupDetail = z.object({
  kind: z.enum(['policy', 'balance']),
  insurancePolicyNumber: text,
  vin: text,
  incidentTypeId: number,
  incidentDate: text,
  intermediaryTaxId: text,
  reportCategoryId: number,
  policies: z.int(),
  vehicles: z.int(),
  /** JSON list of rule names. */
  rules: z.string(),
  cover: z.enum(coverStates).nullable(),
  status: z.int(),
});

/** Adds a lookup of the journal to the log, unless it is there. */
export async function deriveLookup(tx: WriteTransaction, entry: Entry): Promise<void> {
  const lookup = lookupDetail.parse(JSON.parse(entry.detail ?? ''));
  const { insurancePolicyNumber, vin } = lookup;
  await insertPolicyLookup(tx, {
    ...lookup,
    id: entry.subjectId,
    at: entry.at,
    keyLabel: entry.keyLabel,
    numberKey: insurancePolicyNumber === null ? null : numberKey(insurancePolicyNumber),
    vinKey: vin === null ? null : vinKey(vin),
    seq: entry.seq,
  });
}

const nothingAsked = {
  incidentTypeId: null,
  incidentDate: null,
  intermediaryTaxId: null,
  reportCategoryId: null,
} satisfies Partial<PolicyLookupWriting>;

async function answerOf(book: Reading, query: PolicyQuery, current: RuleSettings) {
  const found = await book.read(async (tx) => {
    const policies = await findPolicies(tx, query);
    if (policies.length === 0) await refuseIncompleteBook(tx);
    return policies;
  });
  const rules = new Set<PolicyRule>();
  const covers = new Set<CoverState>();
  const details = found.map(({ policy, vehicles }) =>
    policyDetails(
      policy,
      vehicles.map((vehicle) => {
        const standing = matchVehicle(vehicle, query, current);
        const [rule] = standing.rules;
        covers.add(standing.cover.state);
        if (rule !== undefined) rules.add(rule.rule);
        return { vehicle, rule };
      }),
    ),
  );
  return {
    policies: found.length,
    vehicles: found.reduce((sum, { vehicles }) => sum + vehicles.length, 0),
    rules: JSON.stringify([...rules]),
    // Of several vehicles the one of which least is known.
    cover: coverStates.findLast((state) => covers.has(state)) ?? null,
    answer: JSON.stringify(details),
  };
}

/** "No such policy" is not said of a book of which something was lost. */
async function refuseIncompleteBook(tx: ReadTransaction): Promise<void> {
  if (!(await isBookIncomplete(tx))) return;
  throw new StoreProblem('notAccessible', 'Of the policy book something was lost: import it anew.');
}

/** As the tax authority (DGII) calls them; the marketplace's users read them. */
const personTypeNames = new Map<number, string>([
  [personTypes.company, 'Persona jurídica'],
  [personTypes.naturalPerson, 'Persona física'],
]);
const identificationTypeNames = new Map<number, string>([
  [identificationTypes.rnc, 'RNC'],
  [identificationTypes.cedula, 'Cédula'],
  [identificationTypes.other, 'Otro'],
]);

/** A policy as the lookup answers it (interface, "InsurancePolicyDetails"), each vehicle with its gravest rule. */
function policyDetails(
  policy: PolicyContent,
  vehicles: readonly { vehicle: VehicleBookRow; rule: AppliedRule | undefined }[],
): InsurancePolicyDetails {
  return {
    insurancePolicyNumber: policy.insurancePolicyNumber,
    owner: {
      personTypeId: policy.personTypeId,
      personTypeName: personTypeNames.get(policy.personTypeId) ?? '',
      companyInfo:
        policy.personTypeId === personTypes.company
          ? { companyTaxId: policy.companyTaxId ?? '', companyName: policy.companyName ?? '' }
          : null,
      personalInfo: policy.personTypeId === personTypes.company ? null : personalInfo(policy),
      phoneNumber: policy.phoneNumber,
      displayName: policy.displayName,
      emailAddress: policy.emailAddress,
      address: policy.address,
    },
    vehicles: vehicles.map(({ vehicle, rule }) => ({
      vin: vehicle.vin,
      makeName: vehicle.makeName,
      modelName: vehicle.modelName,
      // The interface has no null for it.
      year: vehicle.year ?? 0,
      action: rule === undefined ? null : { severity: rule.severity, userMessage: rule.text },
      coverages: coveragesOf(vehicle.coverages).map(({ code, name }) => ({
        coverageTypeCode: code,
        coverageTypeName: name,
      })),
    })),
  };
}

/** Where no identification is known its type is "other", which has no name then: only the name may be null. */
function personalInfo(policy: PolicyContent) {
  const typeId = policy.identificationTypeId;
  return {
    identification: policy.identification ?? '',
    identificationTypeId: typeId ?? identificationTypes.other,
    identificationTypeName: typeId === null ? null : (identificationTypeNames.get(typeId) ?? null),
    firstName: policy.firstName ?? '',
    lastName: policy.lastName ?? '',
  };
}

/** A balance (interface, "BalanceDetails"), its amounts written as JSON numbers from their decimal texts. */
function balanceJson(vehicle: Pick<VehicleBookRow, 'accountBalance' | 'deductibleAmount'>): string {
  return `{"accountBalance":${vehicle.accountBalance},"deductibleAmount":${vehicle.deductibleAmount}}`;
}

/** What is asked about a vehicle on a day. */
export interface CoverageQuery extends IncidentAsked {
  insurancePolicyNumber?: string | undefined;
  vin?: string | undefined;
}

/**
 * What the lookup would answer about one vehicle, and why; not logged. Of several vehicles or policies, the one with the
 * least against it.
 */
export async function checkCoverage(
  tx: ReadTransaction,
  query: CoverageQuery,
  settings: RuleSettings,
): Promise<CoverageCheck> {
  const found = (await findPolicies(tx, query)).flatMap(({ policy, vehicles }) =>
    vehicles.map((vehicle) => ({ policy, vehicle, ...matchVehicle(vehicle, query, settings) })),
  );
  const best = found.reduce<(typeof found)[number] | undefined>(
    (least, one) => (least === undefined || weightOf(one.rules) < weightOf(least.rules) ? one : least),
    undefined,
  );
  if (best === undefined) return nothingFound;
  const { policy, vehicle, period, cover, rules } = best;
  return {
    found: true,
    id: vehicle.vehicleId,
    // Which of a fleet's vehicles it is, the policy's number alone does not say.
    vehicle: found.every((one) => one.vehicle.vin === vehicle.vin) ? shownVehicle(vehicle) : null,
    ownerName: policy.displayName,
    ownerPhone: policy.phoneNumber || null,
    ownerAddress: policy.address || null,
    validFrom: vehicle.validFrom,
    validTo: vehicle.validTo,
    coverages: coveragesOf(vehicle.coverages),
    period,
    cover,
    rules,
  };
}

function shownVehicle({ makeName, modelName, year, vin }: VehicleBookRow) {
  const parts = [makeName, modelName, year].filter((part) => part !== null && part !== '');
  return { name: parts.join(' ') || null, vin };
}

const weights = { error: 100, warning: 10, info: 1 } as const;

function weightOf(rules: readonly { severity: keyof typeof weights }[]): number {
  return rules.reduce((sum, { severity }) => sum + weights[severity], 0);
}

const nothingFound: CoverageCheck = {
  found: false,
  id: null,
  vehicle: null,
  ownerName: null,
  ownerPhone: null,
  ownerAddress: null,
  validFrom: null,
  validTo: null,
  coverages: [],
  period: null,
  cover: null,
  rules: [],
};

interface FoundPolicy {
  policy: PolicyBookRow;
  vehicles: VehicleBookRow[];
}

/** No office has fleets or repeated VINs above this; an answer of more would help nobody. */
const maxVehicles = 5000;

/**
 * Finds by policy number all its vehicles, by VIN that vehicle on each policy that has it, and by both only that vehicle
 * of that policy. A policy without vehicles is none.
 */
async function findPolicies(
  tx: ReadTransaction,
  query: { insurancePolicyNumber?: string | undefined; vin?: string | undefined },
): Promise<FoundPolicy[]> {
  const found: FoundPolicy[] = [];
  for (const vehicles of await vehiclesOf(tx, query)) {
    const key = vehicles[0]?.numberKey;
    const policy = key === undefined ? undefined : await findPolicy(tx, key);
    if (policy !== undefined) found.push({ policy, vehicles });
  }
  return found;
}

/** The vehicles of each policy. */
async function vehiclesOf(
  tx: ReadTransaction,
  { insurancePolicyNumber, vin }: { insurancePolicyNumber?: string | undefined; vin?: string | undefined },
): Promise<VehicleBookRow[][]> {
  if (insurancePolicyNumber === undefined) {
    if (vin === undefined) return [];
    return (await listVehiclesOfVin(tx, vinKey(vin), maxVehicles)).map((vehicle) => [vehicle]);
  }
  const key = numberKey(insurancePolicyNumber);
  if (vin === undefined) return [await listVehiclesOfPolicy(tx, key, maxVehicles)];
  const vehicle = await findVehicle(tx, key, vinKey(vin));
  return vehicle === undefined ? [] : [[vehicle]];
}

/**
 * What the receiver asks of the policy book. Each answer is the JSON that goes out, and resolves once the lookup is in
 * the journal, synced to disk; rejects with a `StoreProblem` where it could not be.
 */
export interface PolicyAnswers {
  /** A JSON array of InsurancePolicyDetails; `[]` where nothing is found. */
  lookup(query: PolicyQuery, keyLabel: string): Promise<string>;
  /** BalanceDetails; null where the policy has no such vehicle, which is logged as well. */
  balance(query: BalanceQuery, keyLabel: string): Promise<string | null>;
}
