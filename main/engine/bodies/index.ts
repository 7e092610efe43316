export { contentHash } from './content-hash.ts';
export { type Extract, extractOf, type LeftOut, maxDepth } from './extract.ts';
export { NestedTooDeeply, NotJson } from './json-text.ts';
export { createLargeBodies, type LargeBodies, type LargeBody, NotUtf8 } from './large-bodies.ts';
export { parsedBody } from './parsed-body.ts';
export { readLargeBody } from './read-large-body.ts';
