import * as z from 'zod';
import * as cancellation from '#shared/marketplace/cancellation.ts';
import * as document from '#shared/marketplace/financial-document.ts';
import * as incident from '#shared/marketplace/incident-report.ts';
import * as policy from '#shared/marketplace/insurance-policy.ts';
import * as purchase from '#shared/marketplace/purchase-order.ts';
import * as service from '#shared/marketplace/service-order.ts';
import { problemSchema } from '../problem-schema.ts';
import { fieldNotes, schemaNotes } from './notes.ts';

/** Every schema of the document, under its name in the interface; `(IR)` and `(FD)` of its names are plain letters. */
export const namedSchemas = {
  InsurancePolicyDetails: policy.insurancePolicyDetails,
  OwnerDetails: policy.ownerDetails,
  CompanyDetails: policy.companyDetails,
  PersonalDetails: policy.personalDetails,
  VehicleDetails: policy.vehicleDetails,
  VehicleAction: policy.vehicleAction,
  CoverageType: policy.coverageType,
  BalanceDetails: policy.balanceDetails,
  PurchaseOrderDetails: purchase.purchaseOrderDetails,
  PurchaseOrderItem: purchase.purchaseOrderItem,
  CreatedPurchaseOrderResponse: purchase.createdPurchaseOrderResponse,
  PurchaseOrderCancellationDetails: cancellation.purchaseOrderCancellationDetails,
  ServiceOrderDetails: service.serviceOrderDetails,
  ServiceOrderItem: service.serviceOrderItem,
  CreatedServiceOrderResponse: service.createdServiceOrderResponse,
  ServiceOrderCancellationDetails: cancellation.serviceOrderCancellationDetails,
  CancelledOrderResponse: cancellation.cancelledOrderResponse,
  IncidentReportModel: incident.incidentReportModel,
  PersonDetailsIR: incident.incidentPerson,
  GeneralInfoDetails: incident.generalInfo,
  ReportedAuthorityDetails: incident.reportedAuthority,
  ItemDetailsIR: incident.incidentItem,
  ServiceItemDetails: incident.incidentService,
  AttachmentDetailsIR: incident.incidentAttachment,
  CreatedIncidentReportResponse: incident.createdIncidentReportResponse,
  FinancialDocumentDetails: document.financialDocumentDetails,
  PersonDetailsFD: document.documentPerson,
  TaxReceiptDetails: document.taxReceiptDetails,
  CurrencyDetails: document.currencyDetails,
  ItemDetailsFD: document.documentItem,
  AttachmentDetailsFD: document.documentAttachment,
  CreatedFinancialDocumentResponse: document.createdFinancialDocumentResponse,
  ProblemDetails: problemSchema,
} as const satisfies Record<string, z.ZodObject>;

export type SchemaName = keyof typeof namedSchemas;

export const refTo = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

/** `components.schemas`: JSON Schema 2020-12, made from the schemas that the receiver itself goes by. */
export function componentSchemas(): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(namedSchemas)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, noted(name, schema)]),
  );
}

/** JSON Schema of a value that is no component: a parameter. */
export function inlineSchema(schema: z.ZodType): object {
  const { $schema: _, ...inline } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  return inline;
}

/** Takes out what only Perito's reader needs, and what only repeats that an integer is one. */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema['zone'] === 'local') {
    // `date-time` of JSON Schema asks for a zone, which a local time has not.
    delete schema.format;
    schema.description = 'ISO 8601 date-time, local time.';
  }
  if (schema['zone'] === 'utc') schema.description = 'ISO 8601 date-time, UTC.';
  delete schema['zone'];
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // A day that exists is checked by the format; the pattern says no more to a reader.
  if (schema.format === 'date') delete schema.pattern;
}

function noted(name: string, schema: z.core.JSONSchema.BaseSchema): object {
  const description = Object.entries(schemaNotes).find(([noteOf]) => noteOf === name)?.[1];
  const notes = Object.entries(fieldNotes[name] ?? {});
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const note = notes.find(([noteOf]) => noteOf === field)?.[1];
    return [
      field,
      note === undefined || property === true ? property : { ...Object(property), description: note },
    ];
  });
  return {
    ...schema,
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties),
  };
}
