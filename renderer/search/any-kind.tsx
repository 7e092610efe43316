import type { RecordRow } from '#shared/contract/records.ts';
import type { RecordKind } from '#shared/terms.ts';
import { DocumentRow, documentFace } from '../financial-documents/FinancialDocumentView.tsx';
import { IncidentRow, incidentFace } from '../incidents/IncidentView.tsx';
import { OrderRow, orderFace } from '../orders/OrderView.tsx';
import type { RecordFace } from '../records/RecordDetail.tsx';
import type { RowFace } from '../records/RecordQueue.tsx';

const rows: Record<RecordKind, RowFace> = {
  purchaseOrder: OrderRow,
  serviceOrder: OrderRow,
  incidentReport: IncidentRow,
  financialDocument: DocumentRow,
};

/** A record of whichever kind in one list. */
export function AnyRow(props: { row: RecordRow; href: string; selected: boolean }) {
  const Row = rows[props.row.kind];
  return <Row {...props} />;
}

const faces: Record<RecordKind, RecordFace> = {
  purchaseOrder: orderFace,
  serviceOrder: orderFace,
  incidentReport: incidentFace,
  financialDocument: documentFace,
};

export const faceOf = (kind: RecordKind): RecordFace => faces[kind];
