import * as z from 'zod';
import * as cancellation from '#shared/marketplace/cancellation.ts';
import * as document from '#shared/marketplace/financial-document.ts';
import * as incident from '#shared/marketplace/incident-report.ts';
import * as policy from '#shared/marketplace/insurance-policy.ts';
import * as purchase from '#shared/marketplace/purchase-order.ts';
import * as service from '#shared/marketplace/service-order.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { notAlways } from '../../findings/index.ts';
import { problemSchema } from '../problems.ts';

/** What Perito answers, under its name in the interface. */
const answered = {
  InsurancePolicyDetails: policy.insurancePolicyDetails,
  OwnerDetails: policy.ownerDetails,
  CompanyDetails: policy.companyDetails,
  PersonalDetails: policy.personalDetails,
  VehicleDetails: policy.vehicleDetails,
  VehicleAction: policy.vehicleAction,
  CoverageType: policy.coverageType,
  BalanceDetails: policy.balanceDetails,
  CreatedPurchaseOrderResponse: purchase.createdPurchaseOrderResponse,
  CreatedServiceOrderResponse: service.createdServiceOrderResponse,
  CancelledOrderResponse: cancellation.cancelledOrderResponse,
  CreatedIncidentReportResponse: incident.createdIncidentReportResponse,
  CreatedFinancialDocumentResponse: document.createdFinancialDocumentResponse,
  ProblemDetails: problemSchema,
} as const satisfies Record<string, z.ZodObject>;

/** What Perito is sent; `(IR)` and `(FD)` of the interface's names are plain letters. */
const received = {
  PurchaseOrderDetails: purchase.purchaseOrderDetails,
  PurchaseOrderItem: purchase.purchaseOrderItem,
  PurchaseOrderCancellationDetails: cancellation.purchaseOrderCancellationDetails,
  ServiceOrderDetails: service.serviceOrderDetails,
  ServiceOrderItem: service.serviceOrderItem,
  ServiceOrderCancellationDetails: cancellation.serviceOrderCancellationDetails,
  IncidentReportModel: incident.incidentReportModel,
  PersonDetailsIR: incident.incidentPerson,
  GeneralInfoDetails: incident.generalInfo,
  ReportedAuthorityDetails: incident.reportedAuthority,
  ItemDetailsIR: incident.incidentItem,
  ServiceItemDetails: incident.incidentService,
  AttachmentDetailsIR: incident.incidentAttachment,
  FinancialDocumentDetails: document.financialDocumentDetails,
  PersonDetailsFD: document.documentPerson,
  TaxReceiptDetails: document.taxReceiptDetails,
  CurrencyDetails: document.currencyDetails,
  ItemDetailsFD: document.documentItem,
  AttachmentDetailsFD: document.documentAttachment,
} as const satisfies Record<string, z.ZodObject>;

export const namedSchemas = { ...answered, ...received };

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
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => {
      const { description, ...form } = schema;
      const described = new Map<string, string>();
      const undescribed = Object.entries(form.properties ?? {}).map(([field, property]) => {
        const { description: note, ...rest }: z.core.JSONSchema.BaseSchema = Object(property);
        if (note !== undefined) described.set(field, note);
        return [field, rest] as const;
      });
      // What else came would be a finding, as is what is missing.
      const closed = { ...form, properties: Object.fromEntries(undescribed), additionalProperties: false };
      const asSent = name in received ? asReceived(name, closed) : closed;
      return [name, withDescriptions(asSent, description, described)];
    }),
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
}

/** The root of each kind's body. */
const roots: Readonly<Record<RecordKind, SchemaName>> = {
  purchaseOrder: 'PurchaseOrderDetails',
  serviceOrder: 'ServiceOrderDetails',
  incidentReport: 'IncidentReportModel',
  financialDocument: 'FinancialDocumentDetails',
};

/** The schemas of the objects that lie in the root of a body, by their name there. */
const within: Readonly<Record<string, SchemaName>> = { taxReceipt: 'TaxReceiptDetails' };

/** The fields of a schema whose absence the findings pass over, though the interface does not write `T?`. */
function neededNotAlways(schemaName: string): string[] {
  return recordKinds.flatMap((kind) =>
    notAlways[kind].flatMap((pointer) => {
      const [name = '', inner] = pointer.split('/').slice(1);
      const owner = inner === undefined ? roots[kind] : within[name];
      return owner === schemaName ? [inner ?? name] : [];
    }),
  );
}

/** A schema with `required` and null as the tolerant reader and the findings of form have them. */
function asReceived(name: string, schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  const free = neededNotAlways(name);
  const properties = Object.entries(schema.properties ?? {}).map(
    ([field, property]) =>
      [field, flattened(free.includes(field) ? orNull(Object(property)) : property)] as const,
  );
  const isNullable = (field: string) =>
    JSON.stringify(properties.find(([of]) => of === field)?.[1]).includes('"null"');
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: (schema.required ?? []).filter((field) => !isNullable(field)),
  };
}

/** A field whose values are listed, or null, as one type with one list. */
function flattened(property: z.core.JSONSchema._JSONSchema): z.core.JSONSchema._JSONSchema {
  const { anyOf, ...schema }: z.core.JSONSchema.BaseSchema = Object(property);
  const [listed, empty] = anyOf ?? [];
  if (anyOf?.length !== 2 || empty?.type !== 'null' || listed?.enum === undefined) return property;
  return { ...orNull({ ...schema, ...listed }), enum: [...listed.enum, null] };
}

function orNull(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  return typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

/** Descriptions stand last, and beside what a field may be instead. */
function withDescriptions(
  schema: z.core.JSONSchema.BaseSchema,
  description: string | undefined,
  described: ReadonlyMap<string, string>,
): object {
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const note = described.get(field);
    return [field, note === undefined ? property : { ...Object(property), description: note }];
  });
  return {
    ...schema,
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties),
  };
}
