/** Wire schemas made exact: no property more, at any depth; what the interface leaves open stays open. */
import * as z from 'zod';

export function exactly(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return exactly(asType(schema.unwrap())).nullable();
  if (schema instanceof z.ZodOptional) return exactly(asType(schema.unwrap())).optional();
  if (schema instanceof z.ZodArray) return z.array(exactly(asType(schema.element)));
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.entries(schema.shape);
  if (members.length === 0) return schema;
  return z.strictObject(Object.fromEntries(members.map(([name, member]) => [name, exactly(asType(member))])));
}

/** zod's own members are of its core type. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('no schema of zod');
}
