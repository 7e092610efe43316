export { gather } from './gather.ts';
export { severityOf } from './severity.ts';
