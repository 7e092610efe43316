/** The room of decisions: invoices that are paid, held or disputed. None is there when these are tried, but for orders. */
import { expect } from 'vitest';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const act = { recordId: 1, lastId: null };
const decision = { ...act, revision: 1, decision: 'pay' as const };
const notAnInvoice = defined('NOT_DECIDABLE', { reason: 'notAnInvoice' });

export const decisionProcedures: Record<string, Scenario> = {
  'decisions.get': {
    invalid: [{}, { recordId: 0 }],
    async behaves({ client }) {
      expect(await client.decisions.get({ recordId: 1 })).toMatchObject({
        ...{ lack: 'notAnInvoice', standing: null, proposal: null, entries: [], lastId: null },
        record: { id: 1, decision: null },
      });
      expect(await definedErrorOf(client.decisions.get({ recordId: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'decisions.proposed': {
    invalid: [{ limit: 0 }, { limit: 201 }],
    async behaves({ client }) {
      expect(await client.decisions.proposed()).toEqual({
        ...{ rows: [], nextCursor: null, total: 0, totalIsCapped: false },
      });
    },
  },
  'decisions.decide': {
    invalid: [
      act,
      { ...decision, decision: 'accept' },
      { ...decision, lastId: undefined },
      { ...decision, reasonCode: 'No es un código' },
      { ...decision, comment: 'x'.repeat(1001) },
      { ...decision, request: 'x'.repeat(4001) },
    ],
    async behaves({ client }) {
      expect(await definedErrorOf(client.decisions.decide(decision))).toEqual(notAnInvoice);
      const missing = client.decisions.decide({ ...decision, recordId: 9999 });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'decisions.confirm': {
    invalid: [{}, { recordId: 1 }, { recordId: 1, proposalId: 0 }],
    async behaves({ client }) {
      const confirmed = client.decisions.confirm({ recordId: 1, proposalId: 1 });
      expect(await definedErrorOf(confirmed)).toEqual(notAnInvoice);
    },
  },
  'decisions.reject': {
    invalid: [{}, { recordId: 1, proposalId: 1 }, { recordId: 1, proposalId: 1, comment: ' ' }],
    async behaves({ client }) {
      const rejected = client.decisions.reject({ recordId: 1, proposalId: 1, comment: 'No' });
      expect(await definedErrorOf(rejected)).toEqual(notAnInvoice);
    },
  },
  'decisions.withdraw': {
    invalid: [{}, { recordId: 1 }, { ...act, comment: 'x'.repeat(1001) }],
    async behaves({ client }) {
      expect(await definedErrorOf(client.decisions.withdraw(act))).toEqual(notAnInvoice);
    },
  },
};
