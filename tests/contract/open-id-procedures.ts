/** The room of the office's OpenID provider, at one desk alone, where it is set and not offered; offered: `tests/command-line/open-id.test.ts`. */
import { expect } from 'vitest';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const provider = { issuer: 'http://127.0.0.1:9/realms/prueba', clientId: 'perito', name: 'Prueba ID' };
const none = { provider: null, secretIn: 'nowhere', isOffice: false };
const flow = 'A'.repeat(43);

export const openIdProcedures: Record<string, Scenario> = {
  'openId.get': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.openId.get()).toEqual(none);
      expect(await definedErrorOf(client.openId.test())).toEqual(defined('NOT_OFFERED'));
    },
  },
  'openId.set': {
    invalid: [
      {},
      { ...provider, issuer: 'http://idp.prueba.example' },
      { ...provider, issuer: 'https://idp.prueba.example/?a=b' },
      { ...provider, issuer: 'javascript:alert(1)' },
      { ...provider, clientId: '' },
      { ...provider, clientId: 'x'.repeat(301) },
      { ...provider, name: ' ' },
      { ...provider, name: 'Prueba\nID' },
    ],
    async behaves({ client, via }) {
      expect(await client.openId.set(provider)).toEqual({ ...none, provider });
      expect(await client.openId.get()).toEqual({ ...none, provider });
      const { rows } = await client.audit.list({ subject: 'openId' });
      expect(rows[0]).toMatchObject({ action: 'openId.configured', actor: { via } });
      expect(await client.people.me()).toMatchObject({ provider: null });
    },
  },
  'openId.collectSecret': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.openId.collectSecret()).toMatchObject({ way: 'page' });
    },
  },
  'openId.forgetSecret': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.openId.forgetSecret()).toMatchObject({ secretIn: 'nowhere' });
    },
  },
  'openId.test': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.openId.test()).toMatchObject({ problem: { code: 'unreachable' }, found: null });
    },
  },
  'openId.begin': {
    invalid: [],
    async behaves({ client }) {
      expect(await definedErrorOf(client.openId.begin())).toEqual(defined('NOT_OFFERED'));
    },
  },
  'openId.finish': {
    invalid: [
      {},
      { flow: 'kurz', state: 's' },
      { flow, state: 'x'.repeat(4097) },
      { flow, state: 's', code: 1 },
    ],
    async behaves({ client }) {
      const finished = client.openId.finish({ flow, state: 's', code: 'c' });
      expect(await definedErrorOf(finished)).toEqual(defined('NOT_OFFERED'));
    },
  },
  'openId.setPasswordOff': {
    invalid: [{}, { id: 0, isOff: true }, { id: 1 }],
    async behaves({ client }) {
      const of = (id: number) => definedErrorOf(client.openId.setPasswordOff({ id, isOff: true }));
      expect(await of(1)).toEqual(defined('NOT_BOUND'));
      expect(await of(999)).toEqual(defined('NOT_FOUND'));
    },
  },
  'openId.unbind': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      expect(await client.openId.unbind({ id: 1 })).toMatchObject({ id: 1, bound: null });
      expect(await definedErrorOf(client.openId.unbind({ id: 999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'openId.remove': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.openId.remove()).toEqual(none);
      const { rows } = await client.audit.list({ subject: 'openId' });
      expect(rows[0]).toMatchObject({ action: 'openId.removed' });
    },
  },
};
