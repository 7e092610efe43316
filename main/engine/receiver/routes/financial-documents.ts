import type { ReceivedResource } from './received-resource.ts';

/** Interface, "FinancialDocumentDetails". The number has at most 50 characters: see `numberTemplate` of the settings. */
export const financialDocuments: ReceivedResource<'financialDocument'> = {
  kind: 'financialDocument',
  path: '/financialDocuments',
  idName: 'documentId',
  numberName: 'internalDocumentId',
  needsItems: false,
};
