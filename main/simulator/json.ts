/** Bodies as JSON, for switches that change one. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object with every value, and every name, put through a function, at every depth. */
export function each(
  body: JsonObject,
  value: (value: Json, name: string) => Json,
  rename: (name: string) => string = (name) => name,
): JsonObject {
  const within = (inner: Json): Json => {
    if (Array.isArray(inner)) return inner.map(within);
    return isObject(inner) ? each(inner, value, rename) : inner;
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, held]) => [rename(name), within(value(held, name))]),
  );
}

/** The object with the member of this name changed, where it is an object. */
export function inMember(
  body: JsonObject,
  name: string,
  change: (member: JsonObject) => JsonObject,
): JsonObject {
  const member = body[name];
  return isObject(member) ? { ...body, [name]: change(member) } : body;
}
