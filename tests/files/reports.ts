/** Incident reports that name files, as the marketplace delivers them. */
import type { ContractRouterClient } from '@orpc/contract';
import { hostOf } from '../../shared/attachment-host.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { incidentAttachment, incidentReport } from '../engine/incident-reports.ts';
import { until } from './settled.ts';

/** A Perito that takes deliveries: an engine in the test, or a process. */
export interface Receiving {
  client: ContractRouterClient<Contract>;
  /** Delivers a body as the marketplace does; the status of the answer. */
  post(path: string, body: object): Promise<number>;
}

/** A report with a picture at each address, to which no other property of the picture leads, and no documents. */
export const reportNaming = (
  id: number,
  addresses: readonly string[],
  changes: Record<string, unknown> = {},
) =>
  incidentReport(id, {
    attachmentsPictures: addresses.map((address, index) =>
      incidentAttachment(index + 1, {
        fileFullPath: address,
        baseUrl: '',
        filename: address,
        previewFullPath: '',
      }),
    ),
    attachmentsDocuments: [],
    ...changes,
  });

/** Approves the host and port of an address, unencrypted too, so that its files are fetched. */
export async function approve({ client }: Pick<Receiving, 'client'>, address: string): Promise<void> {
  const host = hostOf(new URL(address)) ?? '';
  await client.attachments.decideHost({ host, decision: 'approved', allowHttp: true });
}

/** Delivers a report; the id of its record. */
export async function sendReport(
  { client, post }: Receiving,
  report: { incidentReportFormId: number; [property: string]: unknown },
): Promise<number> {
  const status = await post('/incidentReports', report);
  if (status !== 200) throw new Error(`the report was answered with ${status}`);
  return recordOf(client, 'incidentReport', report.incidentReportFormId);
}

/** The id of the record that came with this id of the marketplace, once it is listed. */
export async function recordOf(
  client: Receiving['client'],
  kind: 'incidentReport' | 'financialDocument',
  marketplaceId: number,
): Promise<number> {
  let id: number | undefined;
  await until(client, async () => {
    const { rows } = await client.records.list({ kind, limit: 200 });
    id = rows.find((record) => record.marketplaceId === marketplaceId)?.id;
    return id !== undefined;
  });
  if (id === undefined) throw new Error(`there is no ${kind} ${marketplaceId}`);
  return id;
}
