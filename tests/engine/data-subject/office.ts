/** An office in which a person is named in every place that can name one, and others beside him. */
import { vi } from 'vitest';
import { type ConsoleClient, consoleClient } from '../../../main/command-line/demo-staff.ts';
import { deliver } from '../../deliver.ts';
import { marketplaceKey, openTestConsole } from '../../opened-console.ts';
import { financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';

/** A Cédula that begins with zeros, the RNC of his workshop, and his policy with its vehicle. */
export const person = {
  cedula: '00112345673',
  written: '001-1234567-3',
  rnc: '131246796',
  policy: 'AUTO-221-B',
  vin: '1HGCM82633A004352',
  claim: 'RC-2026-500',
} as const;

const nobody = {
  vinNumber: 'JTDBR32E720123456',
  insurancePolicyNumber: 'AUTO-999-Z',
  insuranceOwnerDisplayName: 'Otra',
};

export interface Office {
  client: ConsoleClient;
  dataDir: string;
  /** Ends the program; what it kept stays. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Records by marketplace id: see `filled`, in the order of arrival. */
export async function openOffice(): Promise<Office> {
  const { opened, receiverUrl, dataDir, close } = await openTestConsole('subject');
  const client = consoleClient(opened.engine.connect('commandLine'));
  await client.policies.import({
    rows: [
      policyRow(person.policy, person.written, person.vin),
      policyRow('AUTO-999-Z', '402-0000001-9', nobody.vinNumber),
    ],
  });
  // A line that is refused for its VIN, with his Cédula in a cell of another.
  await client.policies.import({
    rows: [{ ...policyRow('AUTO-5', '', ''), personTypeId: `2 ${person.written}` }],
    dryRun: true,
  });
  const send = (path: string, body: object) => deliver(receiverUrl, marketplaceKey, path, body);
  await fill(send, receiverUrl);
  const ids = await vi.waitFor(
    async () => {
      const { rows } = await client.records.list({ limit: 200 });
      const { examination } = await client.status.get();
      if (rows.length < records || examination.revisions > 0) throw new Error('not all is derived yet');
      return new Map(rows.map((row) => [row.marketplaceId, row.id]));
    },
    { timeout: 30_000, interval: 50 },
  );
  await client.records.addNote({ id: ids.get(6) ?? 0, text: `Llamó el de la cédula ${person.written}.` });
  return { client, dataDir, end: async () => void (await opened.close()), close };
}

/** How many records there are once all is derived. */
const records = 9;

async function fill(
  send: (path: string, body: object) => Promise<number>,
  receiverUrl: string,
): Promise<void> {
  const claim = { insuranceClaimNumber: person.claim };
  // Another's through and through.
  await send('/incidentReports', incidentReport(1, { generalInfo: generalInfo(nobody) }));
  // His policy, as the marketplace writes it; JSON within JSON names him, in letters that are escaped.
  await send(
    '/incidentReports',
    incidentReport(2, {
      generalInfo: generalInfo({ ...nobody, insurancePolicyNumber: ` ${person.policy.toLowerCase()} ` }),
      insuranceFormInfoJson: JSON.stringify({ conductor: { cedula: '001 1234567 3' } }),
    }),
  );
  // His vehicle, under another policy.
  await send(
    '/incidentReports',
    incidentReport(3, { generalInfo: generalInfo({ ...nobody, vinNumber: person.vin }) }),
  );
  // An invoice of his claim that names the policy, and an order that has the claim alone.
  await send(
    '/financialDocuments',
    financialDocument(4, { purchaseOrderId: 5, insurancePolicyNumber: person.policy, ...claim }),
  );
  await send('/PurchaseOrders', purchaseOrder(5, claim));
  await send('/PurchaseOrders', purchaseOrder(6));
  // In the first revision alone.
  await send('/ServiceOrders', serviceOrder(7, { workshopPersonTaxId: person.rnc }));
  await send('/ServiceOrders', serviceOrder(7, { workshopPersonTaxId: '101000007' }));
  // As a number of JSON, which has lost the zeros of the Cédula.
  await send('/PurchaseOrders', purchaseOrder(8, { supplierTaxId: Number(person.cedula) }));
  // Longer digits, an amount, and a number that is another's: nobody's.
  await send(
    '/PurchaseOrders',
    purchaseOrder(9, {
      comments: `9${person.cedula} ${person.rnc}.50 ${person.rnc}1`,
      requestId: 1_312_467_961,
    }),
  );
  await send('/PurchaseOrders', { comments: `sin id: ${person.written}` });
  await send('/PurchaseOrders/77/cancel', { purchaseOrderId: 77, comments: `lo pide ${person.written}` });
  const query = new URLSearchParams({ insurancePolicyNumber: person.policy, incidentDate: '2026-11-20' });
  await fetch(`${receiverUrl}/InsurancePolicies?${query}`, {
    headers: { 'x-api-key': Buffer.from(marketplaceKey).toString('base64') },
  });
}

const policyRow = (insurancePolicyNumber: string, identification: string, vin: string) => ({
  ...{ insurancePolicyNumber, identification, vin, personTypeId: '2', identificationTypeId: '2' },
  ...{
    firstName: 'Rosa',
    lastName: 'Ejemplo',
    displayName: 'Rosa Ejemplo',
    makeName: 'Honda',
    modelName: 'Accord',
  },
  ...{ coverages: 'COL:Colisión', accountBalance: '100', deductibleAmount: '5000' },
});
