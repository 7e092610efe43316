export { contentHash } from './content-hash.ts';
export { depthLimit, type Extract, extractOf, type LeftOut } from './extract.ts';
export { NestedTooDeeply, NotJson } from './json-text.ts';
export { createLargeBodies, type LargeBodies, type LargeBody, NotUtf8 } from './large-bodies.ts';
export { parsedBody } from './parsed-body.ts';
export { readLargeBody } from './read-large-body.ts';
