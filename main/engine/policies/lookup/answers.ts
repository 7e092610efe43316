import type { PolicyQuery } from '#shared/marketplace/insurance-policy.ts';
import { type CoverState, coverStates, type PolicyRule } from '#shared/policy-terms.ts';
import type { Changes } from '../../changes/index.ts';
import type { Clock } from '../../clock.ts';
import type { SettingsService } from '../../settings/index.ts';
import {
  insertPolicyLookup,
  type PolicyLookupWriting,
  type Store,
  vehicleInForce,
} from '../../store/index.ts';
import { numberKey, vinKey } from '../book/keys.ts';
import type { PolicyAnswers } from '../policy-answers.ts';
import { balanceJson, policyDetails } from './details.ts';
import { findPolicies } from './find.ts';
import { matchVehicle } from './rules.ts';

/** Answers the marketplace from the version of the book in force, each answer once it is in the log. */
export function createAnswers(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: Pick<SettingsService, 'current'>;
}): PolicyAnswers {
  const { store, clock, changes, settings } = options;
  const note = async (lookup: Omit<PolicyLookupWriting, 'at' | 'number_key' | 'vin_key'>) => {
    const { insurance_policy_number: number, vin } = lookup;
    const id = await store.write((tx) =>
      insertPolicyLookup(tx, {
        ...lookup,
        at: clock.now(),
        number_key: number === null ? null : numberKey(number),
        vin_key: vin === null ? null : vinKey(vin),
      }),
    );
    changes.publish({ topic: 'policyLookups', ids: [id] });
  };
  return {
    async lookup(query, keyLabel) {
      const { answer, ...counts } = await answerOf(store, query, settings);
      await note({
        kind: 'policy',
        key_label: keyLabel,
        insurance_policy_number: query.insurancePolicyNumber ?? null,
        vin: query.vin ?? null,
        incident_type_id: query.incidentTypeId ?? null,
        incident_date: query.incidentDate,
        intermediary_tax_id: query.intermediaryTaxId ?? null,
        report_category_id: query.reportCategoryId ?? null,
        ...counts,
        status: 200,
        answer,
      });
      return answer;
    },
    async balance(query, keyLabel) {
      const answer = await store.read(async (tx) => {
        const key = numberKey(query.insurancePolicyNumber);
        const vehicle = await vehicleInForce(tx, key, vinKey(query.vin));
        return vehicle === undefined ? null : balanceJson(vehicle);
      });
      const found = answer === null ? 0 : 1;
      await note({
        kind: 'balance',
        key_label: keyLabel,
        ...nothingAsked,
        insurance_policy_number: query.insurancePolicyNumber,
        vin: query.vin,
        policies: found,
        vehicles: found,
        rules: '[]',
        cover: null,
        status: answer === null ? 404 : 200,
        answer: answer ?? '',
      });
      return answer;
    },
  };
}

const nothingAsked = {
  incident_type_id: null,
  incident_date: null,
  intermediary_tax_id: null,
  report_category_id: null,
} satisfies Partial<PolicyLookupWriting>;

async function answerOf(store: Store, query: PolicyQuery, settings: Pick<SettingsService, 'current'>) {
  const found = await store.read((tx) => findPolicies(tx, query));
  const current = settings.current();
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
