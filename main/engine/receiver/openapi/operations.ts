import * as z from 'zod';
import { balanceQuery, policyQuery } from '#shared/marketplace/insurance-policy.ts';
import type { OrderKind } from '#shared/terms.ts';
import type { ProblemCode } from '../problems.ts';
import { type ReceivedResource, resources } from '../routes/deliveries.ts';
import * as examples from './examples.ts';
import type { SchemaName } from './schemas.ts';

export interface OperationParameter {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  schema: z.ZodType;
  description: string;
  example: string | number;
}

/** Values by the name of the example. */
export type Examples = Readonly<Record<string, unknown>>;

/** One call of the insurer integration API. */
export interface Operation {
  method: 'get' | 'post';
  /** As OpenAPI writes it, in the interface's spelling. */
  path: string;
  id: string;
  summary: string;
  description: string;
  parameters: readonly OperationParameter[];
  body: { schema: SchemaName; examples: Examples } | null;
  /** A list of the schema where `isList`; null is an object that is not described. */
  answer: { schema: SchemaName | null; isList: boolean; description: string; examples: Examples };
  problems: readonly ProblemCode[];
  /** Of a delivery or a cancellation: the name of its id in body and path. */
  idName?: string;
  orderKind?: OrderKind;
}

/** Problems that any call may meet. */
const commonProblems = [
  'address-not-decodable',
  'host-missing',
  'bad-request',
  'not-authenticated',
  'request-timeout',
  'body-too-large',
  'expectation-failed',
  'too-many-failures',
  'headers-too-large',
  'internal-error',
  'transfer-coding-not-supported',
  'no-key-configured',
  'not-storing',
  'too-busy',
  'stopping',
] as const satisfies readonly ProblemCode[];

/** Problems of a call that brings a body. */
const bodyProblems = [
  'empty-body',
  'not-utf8',
  'not-json',
  'nested-too-deeply',
  'not-an-object',
  'media-type-not-supported',
  'encoding-not-supported',
] as const satisfies readonly ProblemCode[];

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

/** What receiving has in common: the record is on the disk before it is answered. */
const registers =
  'Registers the record and answers with the number that the insurer gave it, once it is synced to disk. The same record ' +
  'again gets the same number; other content under a known id becomes a new revision of the record. The schema says ' +
  'what is taken without a word. What is otherwise absent, null, of another form or not described is taken and kept as ' +
  'well, and pointed out to staff; names may be PascalCase.';

interface Delivery {
  resource: ReceivedResource;
  id: string;
  summary: string;
  schema: SchemaName;
  answer: SchemaName;
  body: object;
}

function receiving({ resource, id, summary, schema, answer, body }: Delivery): Operation {
  const { idName, numberName } = resource;
  const needed = `\`${idName}\` as an integer${resource.needsItems ? ', or without one of `items` at the least' : ''}`;
  return {
    method: 'post',
    path: resource.path,
    id,
    summary,
    description: `${registers} Refused is only a body without ${needed}.`,
    parameters: [],
    body: { schema, examples: { record: body } },
    answer: {
      schema: answer,
      isList: false,
      description: 'Registered.',
      examples: {
        registered: { [idName]: Reflect.get(body, idName), [numberName]: examples.numbers[resource.kind] },
      },
    },
    problems: [
      ...commonProblems,
      ...bodyProblems,
      'identity-missing',
      ...(resource.needsItems ? (['items-missing'] as const) : []),
    ],
    idName,
  };
}

function cancelling(
  resource: ReceivedResource & { kind: OrderKind },
  id: string,
  schema: SchemaName,
  bodies: Examples,
): Operation {
  return {
    method: 'post',
    path: `${resource.path}/{${resource.idName}}/cancel`,
    id,
    summary: 'Asks whether an order may be cancelled',
    description:
      'Asked before the marketplace cancels the order itself. The call is held open for a few seconds while staff decide; ' +
      'undecided, it is answered that the question is in review, and the marketplace asks again later. An order that was ' +
      'never received is answered with 200 as well, not cancelled, and a text that says so.',
    parameters: [
      {
        name: resource.idName,
        in: 'path',
        required: true,
        schema: z.int(),
        description:
          "The marketplace's id of the order. The body may leave it out, or give it as text; where it names another integer the call is refused.",
        example: 1201,
      },
    ],
    body: { schema, examples: bodies },
    answer: {
      schema: 'CancelledOrderResponse',
      isList: false,
      description: 'Decided, or in review.',
      examples: examples.cancelAnswers,
    },
    problems: [...commonProblems, ...bodyProblems, 'identity-differs'],
    idName: resource.idName,
    orderKind: resource.kind,
  };
}

export const deliveryOperations: readonly Operation[] = [
  receiving({
    resource: resources.purchaseOrder,
    id: 'receivePurchaseOrder',
    summary: 'Receives a purchase order',
    schema: 'PurchaseOrderDetails',
    answer: 'CreatedPurchaseOrderResponse',
    body: examples.purchaseOrder,
  }),
  cancelling(
    resources.purchaseOrder,
    'cancelPurchaseOrder',
    'PurchaseOrderCancellationDetails',
    examples.purchaseCancellations,
  ),
  receiving({
    resource: resources.serviceOrder,
    id: 'receiveServiceOrder',
    summary: 'Receives a service order',
    schema: 'ServiceOrderDetails',
    answer: 'CreatedServiceOrderResponse',
    body: examples.serviceOrder,
  }),
  cancelling(
    resources.serviceOrder,
    'cancelServiceOrder',
    'ServiceOrderCancellationDetails',
    examples.serviceCancellations,
  ),
  receiving({
    resource: resources.incidentReport,
    id: 'receiveIncidentReport',
    summary: 'Receives an incident report',
    schema: 'IncidentReportModel',
    answer: 'CreatedIncidentReportResponse',
    body: examples.incidentReport,
  }),
  receiving({
    resource: resources.financialDocument,
    id: 'receiveFinancialDocument',
    summary: 'Receives an invoice or a credit note',
    schema: 'FinancialDocumentDetails',
    answer: 'CreatedFinancialDocumentResponse',
    body: examples.financialDocument,
  }),
];
