import * as z from 'zod';
import type { OrderKind } from '#shared/terms.ts';
import { financialDocuments } from '../routes/financial-documents.ts';
import { incidentReports } from '../routes/incident-reports.ts';
import { purchaseOrders } from '../routes/purchase-orders.ts';
import type { ReceivedResource } from '../routes/received-resource.ts';
import { serviceOrders } from '../routes/service-orders.ts';
import * as examples from './examples.ts';
import type { Examples, Operation } from './operation.ts';
import { bodyProblems, commonProblems } from './problem-responses.ts';
import type { SchemaName } from './schemas.ts';

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
  resource: ReceivedResource<OrderKind>,
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
    resource: purchaseOrders,
    id: 'receivePurchaseOrder',
    summary: 'Receives a purchase order',
    schema: 'PurchaseOrderDetails',
    answer: 'CreatedPurchaseOrderResponse',
    body: examples.purchaseOrder,
  }),
  cancelling(
    purchaseOrders,
    'cancelPurchaseOrder',
    'PurchaseOrderCancellationDetails',
    examples.purchaseCancellations,
  ),
  receiving({
    resource: serviceOrders,
    id: 'receiveServiceOrder',
    summary: 'Receives a service order',
    schema: 'ServiceOrderDetails',
    answer: 'CreatedServiceOrderResponse',
    body: examples.serviceOrder,
  }),
  cancelling(
    serviceOrders,
    'cancelServiceOrder',
    'ServiceOrderCancellationDetails',
    examples.serviceCancellations,
  ),
  receiving({
    resource: incidentReports,
    id: 'receiveIncidentReport',
    summary: 'Receives an incident report',
    schema: 'IncidentReportModel',
    answer: 'CreatedIncidentReportResponse',
    body: examples.incidentReport,
  }),
  receiving({
    resource: financialDocuments,
    id: 'receiveFinancialDocument',
    summary: 'Receives an invoice or a credit note',
    schema: 'FinancialDocumentDetails',
    answer: 'CreatedFinancialDocumentResponse',
    body: examples.financialDocument,
  }),
];
