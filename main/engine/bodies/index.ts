export { contentHash } from './content-hash.ts';
export { extractOf, type LeftOut, maxDepth, NestedTooDeeply, NotJson } from './extract.ts';
export { createLargeBodies, type LargeBodies, type LargeBody, NotUtf8 } from './large-bodies.ts';
export { parsedBody, readLargeBody } from './read-large-body.ts';
export {
  beforeNumber,
  behindNumber,
  collectTaxIds,
  unescaped,
  writtenGroupSeparator,
  writtenSeparator,
} from './tax-ids.ts';
