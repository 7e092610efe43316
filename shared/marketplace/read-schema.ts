/** The shape of a wire schema as the tolerant reader walks it. */
import * as z from 'zod';

interface Presence {
  /** `T?` of the interface: null is right. */
  nullable: boolean;
  /** Given in one form of the interface and not in another: absence is right. */
  optional: boolean;
}

export type ObjectField = Presence & { type: 'object'; members: readonly (readonly [string, Field])[] };

export type Field =
  | ObjectField
  | (Presence & { type: 'list'; element: Field })
  | (Presence & { type: 'dateTime'; zone: DateForm })
  | (Presence & { type: 'anyObject' })
  | (Presence & { type: 'text' | 'integer' | 'decimal' | 'either' | 'truth' });

/** A date-time of UTC, one of local time, or a day (`DateOnly`). */
export type DateForm = 'utc' | 'local' | 'day';

const known = new WeakMap<z.ZodType, ObjectField>();

/** Compiles an object schema, once. */
export function fieldsOf(schema: z.ZodObject): ObjectField {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const field = objectField(schema, { nullable: false, optional: false });
  known.set(schema, field);
  return field;
}

function objectField(schema: z.ZodObject, presence: Presence): ObjectField {
  const members = Object.entries(schema.shape).map(([name, member]) => [name, fieldOf(member)] as const);
  return { type: 'object', members, ...presence };
}

function fieldOf(schema: z.core.$ZodType, presence: Presence = { nullable: false, optional: false }): Field {
  if (schema instanceof z.ZodNullable) return fieldOf(schema.unwrap(), { ...presence, nullable: true });
  if (schema instanceof z.ZodOptional) return fieldOf(schema.unwrap(), { ...presence, optional: true });
  if (schema instanceof z.ZodObject) {
    // A loose object without members has no known shape.
    if (Object.keys(schema.shape).length === 0) return { type: 'anyObject', ...presence };
    return objectField(schema, presence);
  }
  if (schema instanceof z.ZodArray) return { type: 'list', element: fieldOf(schema.element), ...presence };
  if (schema instanceof z.ZodUnion) return { type: 'either', ...presence };
  if (schema instanceof z.ZodString) {
    const zone = schema.meta()?.['zone'];
    if (zone === 'utc' || zone === 'local' || zone === 'day') return { type: 'dateTime', zone, ...presence };
    return { type: 'text', ...presence };
  }
  if (schema instanceof z.ZodBoolean) return { type: 'truth', ...presence };
  if (schema instanceof z.ZodNumber) {
    return { type: schema.format === 'safeint' ? 'integer' : 'decimal', ...presence };
  }
  throw new Error(`A wire schema uses ${schema.constructor.name}, which the tolerant reader does not know.`);
}
