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

/** How each kind of record is named and shown. */
export const kindsOnScreen: Record<RecordKind, KindOnScreen> = {
  purchaseOrder: { label: 'purchaseOrders', gender: 'feminine', view: orderView },
  serviceOrder: { label: 'serviceOrders', gender: 'feminine', view: orderView },
  incidentReport: { label: 'incidents', gender: 'masculine', view: incidentView },
  financialDocument: { label: 'documents', gender: 'masculine', view: financialDocumentView },
};
