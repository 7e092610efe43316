import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { member } from '#shared/marketplace/member.ts';
import { fullLength } from '#shared/marketplace/source-pointers.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { ReceiverContext } from '../context.ts';
import { ProblemError } from '../problems.ts';
import { type JsonBody, readJsonBody, requireAuthenticated } from '../request-body.ts';
import { sendJson } from './send-json.ts';

/** What the receiver knows of a kind of record. */
export interface ReceivedResource {
  kind: RecordKind;
  /** Where it is received; cancellations of an order are at `{path}/{id}/cancel`. */
  path: string;
  /** Names of the marketplace's id and the insurer's number, in bodies and answers. */
  idName: string;
  numberName: string;
  /** "1 or more" of the interface, not "0 or more". */
  needsItems: boolean;
}

/** The four kinds of record, as the interface names them. */
export const resources = {
  /** Interface, "PurchaseOrderDetails". */
  purchaseOrder: {
    kind: 'purchaseOrder',
    path: '/PurchaseOrders',
    idName: 'purchaseOrderId',
    numberName: 'purchaseOrderNumber',
    needsItems: true,
  },
  /** Interface, "ServiceOrderDetails". */
  serviceOrder: {
    kind: 'serviceOrder',
    path: '/ServiceOrders',
    idName: 'serviceOrderId',
    numberName: 'serviceOrderNumber',
    needsItems: false,
  },
  /** Interface, "IncidentReportModel". A report may have no parts and no services. */
  incidentReport: {
    kind: 'incidentReport',
    path: '/incidentReports',
    idName: 'incidentReportFormId',
    numberName: 'internalIncidentReportId',
    needsItems: false,
  },
  /** Interface, "FinancialDocumentDetails". The number has at most 50 characters: see `numberTemplate` of the settings. */
  financialDocument: {
    kind: 'financialDocument',
    path: '/financialDocuments',
    idName: 'documentId',
    numberName: 'internalDocumentId',
    needsItems: false,
  },
} as const satisfies { [Kind in RecordKind]: ReceivedResource & { kind: Kind } };

/** Registers records and answers with the insurer's number of each (interface, "Insurer integration API"). */
export function deliveryRoutes(app: FastifyInstance, context: ReceiverContext): void {
  for (const { kind, path, idName, numberName, needsItems } of Object.values(resources)) {
    const keep = (request: FastifyRequest, reply: FastifyReply, { json, large }: JsonBody) => {
      const { keyLabel, body: bytes } = requireAuthenticated(request);
      const marketplaceId = readMarketplaceId(json, idName);
      if (needsItems) checkItems(json);
      const contentHash = large?.contentHash ?? null;
      context.services.journal.keep({ kind, marketplaceId, keyLabel, bytes, contentHash }).then(
        ({ number }) =>
          sendJson(context, reply, JSON.stringify({ [idName]: marketplaceId, [numberName]: number })),
        (failure: unknown) => void reply.send(failure),
      );
    };
    // No promise where none is needed: thousands come in a second.
    app.post(path, (request: FastifyRequest, reply: FastifyReply) => {
      const { body } = requireAuthenticated(request);
      const read = readJsonBody(context, request, body);
      if (!(read instanceof Promise)) keep(request, reply, read);
      else read.then((large) => keep(request, reply, large)).catch((failure: unknown) => reply.send(failure));
    });
  }
}

/**
 * The marketplace id of a body: an integer under its name, or under the PascalCase form of it. Throws a
 * `ProblemError` for anything else, a text of digits included.
 */
export function readMarketplaceId(json: object, name: string): number {
  const value = member(json, name);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value + 0;
  const detail =
    value === undefined ? 'It is missing.' : 'It must be a JSON integer of at most 2^53 - 1, not a text.';
  throw new ProblemError('identity-missing', `The body must name its ${name} as an integer.`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}

/** Throws a `ProblemError` where `items` is not a non-empty list. */
export function checkItems(json: object): void {
  const items = member(json, 'items');
  if (Array.isArray(items) && fullLength(items) > 0) return;
  const detail =
    items === undefined ? 'It is missing.' : Array.isArray(items) ? 'It is empty.' : 'It is not a list.';
  throw new ProblemError('items-missing', 'A purchase order must have one item or more.', {
    errors: [{ pointer: '/items', detail }],
  });
}
