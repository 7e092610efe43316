import type { RecordKind } from '#shared/terms.ts';
import { documentGist } from './document-gist.ts';
import type { Gist } from './gist.ts';
import { incidentGist } from './incident-gist.ts';
import { orderGist } from './order-gist.ts';

/**
 * Reads the gist of a body straight from its JSON, whatever forms it came in; the thorough reading with its
 * findings follows after the answer.
 */
export function summarise(kind: RecordKind, marketplaceId: number, json: object): Gist {
  switch (kind) {
    case 'purchaseOrder':
    case 'serviceOrder':
      return orderGist(kind, marketplaceId, json);
    case 'incidentReport':
      return incidentGist(marketplaceId, json);
    case 'financialDocument':
      return documentGist(marketplaceId, json);
  }
}
