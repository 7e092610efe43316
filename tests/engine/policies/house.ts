import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import {
  policyImportProcedures,
  policyLookupProcedures,
  policyProcedures,
} from '../../../main/engine/console/policies.ts';
import type { Derivers } from '../../../main/engine/derivation/index.ts';
import { fieldsOf } from '../../../main/engine/policies/book/policy-row.ts';
import { createAnswers, createPolicies } from '../../../main/engine/policies/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import {
  findPolicy,
  findVehicleById,
  listPolicyRows,
  openReading,
  type PolicyListRow,
  type PolicyPlace,
} from '../../../main/engine/store/index.ts';
import type { PolicyFields } from '../../../shared/contract/policies.ts';
import type { PolicyImport } from '../../../shared/contract/policy-imports.ts';
import { openJournalledStore } from '../journal-house.ts';
import { ana } from '../people/ana.ts';

export type PolicyHouse = Awaited<ReturnType<typeof openPolicies>>;

/** The policy book on a database on disk, with its console procedures. */
export async function openPolicies(
  dataDir: string,
  options: {
    clock?: Clock;
    folderTimes?: { still: number; poll: number; rest: number };
    /** Of what else arrives. */
    derivers?: Partial<Derivers>;
  } = {},
) {
  const { clock = systemClock, derivers, ...times } = options;
  const journalled = await openJournalledStore({ dataDir, clock });
  const { store, journal, derived } = journalled;
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  const faults: unknown[] = [];
  const log = { info() {}, warn() {}, error: (fields: object) => void faults.push(fields) };
  const policies = createPolicies({ store, clock, changes, settings, log, ...times });
  await policies.start();
  const derivation = journalled.follow({ lookup: policies.deriveLookup, ...derivers }, log);
  // The receiver's own connection.
  const reading = openReading(dataDir);
  const answers = createAnswers({ book: reading, journal, settings: () => settings.current() });
  const context = { via: 'token' as const, caller: ana };
  const book = createRouterClient(policyProcedures(policies, false), { context });
  const imports = createRouterClient(policyImportProcedures(policies.imports), { context });
  const logOfLookups = createRouterClient(policyLookupProcedures(store), { context });

  /** The state of an import once it is one of these; waits for the changes that it publishes. */
  const until = async (id: number, ...states: PolicyImport['state'][]): Promise<PolicyImport> => {
    const leave = new AbortController();
    for await (const _ of changes.subscribe(leave.signal)) {
      const found = await imports.get({ id });
      if (!states.includes(found.state)) continue;
      leave.abort();
      return found;
    }
    throw new Error('the changes ended');
  };

  return {
    dataDir,
    store,
    changes,
    settings,
    policies,
    book,
    imports,
    journal,
    receive: journalled.receive,
    answers,
    /** The log of lookups, with all that was answered. */
    lookups: {
      async list(query: Parameters<typeof logOfLookups.list>[0] = {}) {
        await derived();
        return logOfLookups.list(query);
      },
      async get(query: Parameters<typeof logOfLookups.get>[0]) {
        await derived();
        return logOfLookups.get(query);
      },
    },
    faults,
    until,
    /** Writes a file beside the database. */
    file(name: string, content: string | Uint8Array): string {
      const path = join(dataDir, name);
      writeFileSync(path, content);
      return path;
    },
    /** Sends a file as the screen does. */
    async upload(filename: string, content: Uint8Array, piece = 256 * 1024): Promise<PolicyImport> {
      let row = await imports.begin({ filename, bytes: content.length });
      for (let offset = 0; offset < content.length; offset += piece) {
        const base64 = Buffer.from(content.subarray(offset, offset + piece)).toString('base64');
        row = await imports.append({ id: row.id, offset, base64 });
      }
      return row;
    },
    /** The whole book in force, as fields, by number and VIN; read past the console, which checks what it answers. */
    everything(): Promise<PolicyFields[]> {
      return store.read(async (tx) => {
        const all: PolicyFields[] = [];
        let after: PolicyPlace | null = { key: '', vin: '' };
        while (after !== null) {
          const rows: PolicyListRow[] = await listPolicyRows(tx, { filter: {}, after, limit: 500 });
          for (const { vehicleId: id, numberKey: key } of rows) {
            const [policy, vehicle] = [await findPolicy(tx, key), await findVehicleById(tx, id)];
            if (policy !== undefined && vehicle !== undefined) all.push(fieldsOf(policy, vehicle));
          }
          const last = rows.at(-1);
          after = last === undefined ? null : { key: last.numberKey, vin: last.vin };
        }
        return all;
      });
    },
    async close() {
      await derivation.stop();
      await policies.close();
      changes.close();
      await reading.close();
      await journalled.close();
    },
  };
}

/** A row that is right, with what a test says otherwise. */
export function row(changes: PolicyFields = {}): PolicyFields {
  return {
    insurancePolicyNumber: 'AUTO-PRUEBA-1',
    personTypeId: '2',
    companyTaxId: '',
    companyName: '',
    identification: '99900000003',
    identificationTypeId: '2',
    firstName: 'Ana',
    lastName: 'Prueba',
    phoneNumber: '809-555-0101',
    displayName: 'Ana Prueba',
    emailAddress: 'ana@prueba.example',
    address: 'Calle de la Prueba 1, Santo Domingo',
    vin: 'PRUEBA00000000001',
    makeName: 'Toyota',
    modelName: 'Yaris',
    year: '2021',
    coverages: 'COL:Colisión y vuelco;INC:Incendio',
    accountBalance: '1250.50',
    deductibleAmount: '10000.00',
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    excluded: 'false',
    premiumUnpaid: 'false',
    vehicleValue: '900000.00',
    ...changes,
  };
}
