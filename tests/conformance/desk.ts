import { createRouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { recordProcedures } from '../../main/engine/console/records.ts';
import { type RecordKind, recordKinds } from '../../shared/terms.ts';
import { type HouseOptions, openHouse, post } from '../engine/receiver/house.ts';

/** Where each kind is received, and how its id and number are called. */
export const endpoints: Readonly<Record<RecordKind, { path: string; idName: string; numberName: string }>> = {
  purchaseOrder: { path: '/PurchaseOrders', idName: 'purchaseOrderId', numberName: 'purchaseOrderNumber' },
  serviceOrder: { path: '/ServiceOrders', idName: 'serviceOrderId', numberName: 'serviceOrderNumber' },
  incidentReport: {
    path: '/incidentReports',
    idName: 'incidentReportFormId',
    numberName: 'internalIncidentReportId',
  },
  financialDocument: { path: '/financialDocuments', idName: 'documentId', numberName: 'internalDocumentId' },
};

/** A receiver on a real port, and what staff read of what it took. */
export async function openDesk(options: HouseOptions = {}) {
  const house = await openHouse(options);
  const { store, records } = house;
  const client = createRouterClient(
    recordProcedures({ store, records, attachments: { active: () => [], namedBy: () => [] } }),
    {
      context: { via: 'token' },
    },
  );
  const newestOf = async (kind: RecordKind) => {
    await house.examined();
    const [row] = (await client.list({ kind, limit: 1 })).rows;
    if (row === undefined) throw new Error(`No ${kind} was received.`);
    return client.get({ id: row.id });
  };
  return {
    ...house,
    client,
    /** Posts a body to where its kind is received. */
    send: (kind: RecordKind, body: object | string, headers: Record<string, string> = {}) =>
      post(house, endpoints[kind].path, body, headers),
    newestOf,
    kinds: recordKinds,
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A desk of one test. */
export async function deskOfTest(options: HouseOptions = {}): Promise<Desk> {
  const desk = await openDesk(options);
  onTestFinished(() => desk.close());
  return desk;
}
