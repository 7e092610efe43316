import type { RecordRow } from '#shared/contract/records.ts';
import type { RecordKind } from '#shared/terms.ts';
import { DocumentRow } from '../documents/DocumentRow.tsx';
import { documentFace } from '../documents/document-face.tsx';
import { IncidentRow } from '../incidents/IncidentRow.tsx';
import { incidentFace } from '../incidents/incident-face.tsx';
import { OrderRow } from '../orders/OrderRow.tsx';
import { orderFace } from '../orders/order-face.tsx';
import type { RecordFace } from '../records/RecordDetail.tsx';
import type { RowFace } from '../records/RecordList.tsx';

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
