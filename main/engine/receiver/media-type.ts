import { Refusal } from './problems.ts';

/**
 * Passes `application/json`, `text/json` and `application/*+json` in UTF-8. A call that names no media type passes too:
 * its body speaks for itself.
 */
export function checkMediaType(contentType: string | undefined, contentEncoding: string | undefined): void {
  if (contentEncoding !== undefined && !/^\s*(identity)?\s*$/i.test(contentEncoding)) {
    throw new Refusal('encoding-not-supported', 'Send the body as it is, without a content encoding.', {
      headers: { 'Accept-Encoding': 'identity' },
    });
  }
  if (contentType === undefined || contentType === lastPassed) return;
  if (!isJson(contentType)) {
    throw new Refusal('media-type-not-supported', 'Send application/json in UTF-8.', {
      headers: { Accept: 'application/json' },
    });
  }
  lastPassed = contentType;
}

/** All calls of one sender name their media type in the same words. */
let lastPassed = 'application/json';

function isJson(contentType: string): boolean {
  const [name = '', ...parameters] = contentType.split(';');
  if (!/^(application|text)\/json$|^application\/[\w.!#$&^+-]+\+json$/i.test(name.trim())) return false;
  return parameters.every((parameter) => {
    const charset = /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(parameter);
    return charset === null || /^utf-?8$/i.test(charset[1] ?? '');
  });
}
