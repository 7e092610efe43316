/** The staff's side of the demo: sets up a sample office and decides some of what the marketplace asks. */

import type { MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import type { Contract } from '#shared/contract/contract.ts';
import { type SamplePolicy, sampleCoverageOfIncident, sampleTaxId } from '../simulator/index.ts';

export interface DemoDesk {
  /**
   * Names the company and the person, says which coverages cover which incident, and counts the first run as done, so
   * that the console opens on work.
   */
  settle(): Promise<void>;
  /** Imports rows into the policy book. Throws where one of them is not taken. */
  fillPolicyBook(rows: readonly SamplePolicy[]): Promise<void>;
  /** Resolves when the cancellation of this order is in the list, as somebody at the desk would see it. */
  seeCancellation(marketplaceId: number): Promise<CancellationRow>;
  approve(marketplaceId: number): Promise<void>;
  refuse(marketplaceId: number, responseText: string): Promise<void>;
  /** Marks the record as reviewed, with a note where one is given. */
  review(marketplaceId: number, note?: string): Promise<void>;
}

/** A call may have 1 MiB over HTTP; a row has some 700 bytes. */
const rowsOfOneCall = 500;

export function openDemoDesk(client: ConsoleClient): DemoDesk {
  const desk: DemoDesk = {
    async settle() {
      await client.settings.update({
        company: { name: 'Aseguradora Prueba', taxId: sampleTaxId(1) },
        coverageOfIncident: sampleCoverageOfIncident,
        firstRunDone: true,
      });
      await client.people.rename({ name: 'Persona de prueba' });
    },
    async fillPolicyBook(rows) {
      for (let done = 0; done < rows.length; done += rowsOfOneCall) {
        const some = rows.slice(done, done + rowsOfOneCall);
        const { applied, problems } = await client.policies.import({ rows: some });
        if (!applied)
          throw new Error(`the policy book did not take the rows: ${JSON.stringify(problems[0])}`);
      }
    },
    async seeCancellation(marketplaceId) {
      // The stream begins with a change of its own, so the list is looked at once before anything happens.
      for await (const change of await client.changes()) {
        if (change.topic !== 'status' && change.topic !== 'cancellations') continue;
        const { rows } = await client.cancellations.list({ limit: 200 });
        const seen = rows.find((row) => row.marketplaceId === marketplaceId);
        if (seen) return seen;
      }
      throw new Error('the engine stopped telling of changes');
    },
    async approve(marketplaceId) {
      const { id } = await desk.seeCancellation(marketplaceId);
      await client.cancellations.decide({ id, verdict: 'approve' });
    },
    async refuse(marketplaceId, responseText) {
      const { id } = await desk.seeCancellation(marketplaceId);
      await client.cancellations.decide({ id, verdict: 'refuse', responseText });
    },
    async review(marketplaceId, note) {
      const { rows } = await client.records.list({ search: String(marketplaceId) });
      const record = rows.find((row) => row.marketplaceId === marketplaceId);
      if (!record) throw new Error(`order ${marketplaceId} is not in the list`);
      if (note !== undefined) await client.records.addNote({ id: record.id, text: note });
      const { id, revision } = record;
      await client.records.setReviewed({ id, revision, reviewed: true });
    },
  };
  return desk;
}

/** The console contract for a command: what the screen does, a command does through the same procedures. */
export type ConsoleClient = ContractRouterClient<Contract>;

export function consoleClient(port: MessagePort): ConsoleClient {
  const client: ConsoleClient = createORPCClient(new RPCLink({ port }));
  port.start();
  return client;
}
