import { balanceQuery, policyQuery } from '#shared/marketplace/insurance-policy.ts';
import * as examples from './examples.ts';
import type { Operation, OperationParameter } from './operation.ts';
import { commonProblems } from './problem-responses.ts';

const { shape: query } = policyQuery;
const inQuery = (
  name: keyof typeof query,
  description: string,
  example: string | number,
): OperationParameter => ({
  name,
  in: 'query',
  required: !query[name].safeParse(undefined).success,
  schema: query[name],
  description,
  example,
});

export const policyOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/InsurancePolicies',
    id: 'findInsurancePolicies',
    summary: 'Finds policies and their vehicles',
    description:
      'So that an incident report can be made. `insurancePolicyNumber` or `vin` must be given, or both. An empty parameter ' +
      'counts as absent, names are taken in any case, and one that is given twice is refused. Nothing found is an empty list.',
    parameters: [
      inQuery('insurancePolicyNumber', 'Policy number; this or `vin` must be given.', 'AUTO-PRUEBA-1'),
      inQuery('vin', 'Chassis number; this or `insurancePolicyNumber` must be given.', '1HGCM82633A004352'),
      inQuery(
        'incidentTypeId',
        'Lets the coverage be checked: 1 fire, 2 theft, 3 collision, 4 glass, 5 other.',
        3,
      ),
      inQuery('incidentDate', 'Day of the incident, YYYY-MM-DD.', '2026-11-19'),
      inQuery('intermediaryTaxId', 'RNC of the company that reports for the insured.', '101000001'),
      inQuery('reportCategoryId', 'Kind of report: 1 of an intermediary, 2 of the insured.', 1),
    ],
    body: null,
    answer: {
      schema: 'InsurancePolicyDetails',
      isList: true,
      description: 'The policies that were found, if any.',
      examples: { found: [examples.policy], nothing: [] },
    },
    problems: [...commonProblems, 'parameters-wrong'],
  },
  {
    method: 'get',
    path: '/InsurancePolicies/{insurancePolicyNumber}/balance',
    id: 'getBalance',
    summary: 'Balance and deductible of a vehicle of a policy',
    description: 'A policy number with a slash may be sent encoded or as it is.',
    parameters: [
      {
        name: 'insurancePolicyNumber',
        in: 'path',
        required: true,
        schema: balanceQuery.shape.insurancePolicyNumber,
        description: 'Policy number.',
        example: 'AUTO-PRUEBA-1',
      },
      {
        name: 'vin',
        in: 'query',
        required: true,
        schema: balanceQuery.shape.vin,
        description: 'Chassis number.',
        example: '1HGCM82633A004352',
      },
    ],
    body: null,
    answer: {
      schema: 'BalanceDetails',
      isList: false,
      description: 'Amounts in the currency of the policy.',
      examples: { balance: examples.balance },
    },
    problems: [...commonProblems, 'parameters-wrong', 'unknown-balance'],
  },
];

/** The document's own call, which the interface leaves to "the live machine-readable description". */
export const descriptionOperation: Operation = {
  method: 'get',
  path: '/openapi.json',
  id: 'getDescription',
  summary: 'This description',
  description: 'An OpenAPI 3.1 document of what Perito answers.',
  parameters: [],
  body: null,
  answer: { schema: null, isList: false, description: 'This document.', examples: {} },
  problems: commonProblems,
};
