/**
 * Rejected deliveries that were stored before the codes of problems were get theirs, by the titles that the receiver gave
 * them then. A title that it never gave stays without a code.
 */
export const problemCodes = `
UPDATE rejected_delivery SET code = CASE title
  WHEN 'The body is empty' THEN 'empty-body'
  WHEN 'The body is not UTF-8 text' THEN 'not-utf8'
  WHEN 'The body is not JSON' THEN 'not-json'
  WHEN 'The body is nested too deeply' THEN 'nested-too-deeply'
  WHEN 'The body is not a JSON object' THEN 'not-an-object'
  WHEN 'The record has no identity' THEN 'identity-missing'
  WHEN 'The path and the body name different orders' THEN 'identity-differs'
  WHEN 'The order has no items' THEN 'items-missing'
  WHEN 'A parameter is missing or wrong' THEN 'parameters-wrong'
  WHEN 'No balance is known' THEN 'unknown-balance'
  WHEN 'The request cannot be read' THEN 'bad-request'
  WHEN 'Not authenticated' THEN 'not-authenticated'
  WHEN 'Nothing is at this path' THEN 'unknown-path'
  WHEN 'This method is not allowed here' THEN 'method-not-allowed'
  WHEN 'The request took too long to arrive' THEN 'request-timeout'
  WHEN 'The body is too large' THEN 'body-too-large'
  WHEN 'This media type is not supported' THEN 'media-type-not-supported'
  WHEN 'This content encoding is not supported' THEN 'encoding-not-supported'
  WHEN 'Too many calls without a valid key' THEN 'too-many-failures'
  WHEN 'The headers are too large' THEN 'headers-too-large'
  WHEN 'Something went wrong here' THEN 'internal-error'
  WHEN 'No key is configured yet' THEN 'no-key-configured'
  WHEN 'Nothing can be stored at present' THEN 'not-storing'
  WHEN 'Too much is arriving at once' THEN 'too-busy'
  WHEN 'The receiver is stopping' THEN 'stopping'
  END
  WHERE code IS NULL;
`;
