import { isDefinedError, safe } from '@orpc/client';

/** The error as its caller sees it: defined in the contract, with its code and data. */
export async function definedErrorOf(call: Promise<unknown>) {
  const { error } = await safe(call);
  if (error === null) throw new Error('the call did not fail');
  return {
    isDefined: isDefinedError(error),
    code: codeOf(error),
    data: 'data' in error ? error.data : undefined,
  };
}

const codeOf = (error: Error) => ('code' in error ? error.code : error.message);

/** A defined error as `definedErrorOf` tells it. */
export const defined = (code: string, data?: unknown) => ({ isDefined: true, code, data });
