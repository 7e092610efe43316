export { openApiDocument } from './receiver/openapi/document.ts';
