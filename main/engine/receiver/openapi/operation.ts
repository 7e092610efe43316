import type * as z from 'zod';
import type { OrderKind } from '#shared/terms.ts';
import type { ProblemCode } from '../problems.ts';
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
