import type { Listed } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/terms.ts';
import { financialDocumentView } from '../financial-documents/FinancialDocumentView.tsx';
import { incidentView } from '../incidents/IncidentView.tsx';
import { orderView } from '../orders/OrderView.tsx';
import type { RecordView } from './record-view.tsx';

type KindOnScreen = {
  /** Its screen's name, under `frame.rail`. */
  label: 'purchaseOrders' | 'serviceOrders' | 'incidents' | 'documents';
  /** Of its Spanish name: la orden, el reporte, el documento. */
  gender: 'feminine' | 'masculine';
  view: RecordView;
};

/** How each list that can be saved is named. */
export const listsOnScreen: Record<
  Listed,
  {
    /** Under `frame.rail`. */
    label: KindOnScreen['label'] | 'claims';
    /** Under `queue.of`: what is said of its rows. */
    noun: 'feminine' | 'masculine' | 'claims';
    gender: 'feminine' | 'masculine';
  }
> = {
  purchaseOrder: { label: 'purchaseOrders', noun: 'feminine', gender: 'feminine' },
  serviceOrder: { label: 'serviceOrders', noun: 'feminine', gender: 'feminine' },
  incidentReport: { label: 'incidents', noun: 'masculine', gender: 'masculine' },
  financialDocument: { label: 'documents', noun: 'masculine', gender: 'masculine' },
  claim: { label: 'claims', noun: 'claims', gender: 'masculine' },
};

/** How each kind of record is named and shown. */
export const kindsOnScreen: Record<RecordKind, KindOnScreen> = {
  purchaseOrder: { label: 'purchaseOrders', gender: 'feminine', view: orderView },
  serviceOrder: { label: 'serviceOrders', gender: 'feminine', view: orderView },
  incidentReport: { label: 'incidents', gender: 'masculine', view: incidentView },
  financialDocument: { label: 'documents', gender: 'masculine', view: financialDocumentView },
};
