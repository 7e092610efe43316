/** The room of the platform's reference lists. */
import { expect } from 'vitest';
import { openPlatform } from '../../main/simulator/index.ts';
import { referenceLists } from '../../shared/reference-terms.ts';
import type { Opened } from './both-ways.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const key = 'aseguradora@prueba.example:clave-de-la-plataforma';

/** Gives the platform's key on the shell's page, as a person does. */
async function giveKey({ client, browser }: Opened, given: string) {
  const passage = await client.reference.collectKey();
  if (passage.way !== 'page') throw new Error('expected a page');
  return fetch(`${browser.url}${passage.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${browser.token}` },
    body: new URLSearchParams({ key: given }),
  });
}

export const referenceProcedures: Record<string, Scenario> = {
  'reference.list': {
    invalid: [],
    async behaves({ client }) {
      const lists = await client.reference.list();
      expect(lists.map(({ list }) => list)).toEqual(referenceLists);
      expect(lists[0]).toMatchObject({ fetchedAt: null, problem: { code: 'noAddress' }, items: [] });
    },
  },
  'reference.key': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.reference.key()).toEqual({ secretIn: 'nowhere', urlFromCommandLine: null });
    },
  },
  'reference.collectKey': {
    invalid: [],
    async behaves(office) {
      const refused = await giveKey(office, 'sin-dos-puntos');
      expect([refused.status, (await refused.text()).includes('sin-dos-puntos')]).toEqual([422, false]);
      const taken = await giveKey(office, key);
      expect(taken.status).toBe(200);
      expect(await taken.text()).toContain('Perito ya llama a la plataforma con ella.');
      expect(await office.client.reference.key()).toEqual({ secretIn: 'memory', urlFromCommandLine: null });
    },
  },
  'reference.refresh': {
    invalid: [{ list: 'cities' }, { list: 7 }],
    async behaves({ client }) {
      await using platform = await openPlatform({ key, behaviour: { states: 'status:403' } });
      await client.settings.update({ platform: { baseUrl: platform.url, allowHttp: true } });
      const lists = await client.reference.refresh();
      expect(lists.filter(({ problem }) => problem === null)).toHaveLength(6);
      expect(lists.find(({ list }) => list === 'itemTypes')).toMatchObject({
        shape: { list: 'data', id: 'itemTypeId', name: 'itemTypeName' },
      });
      expect((await client.status.get()).needs.referenceListsFailed).toBe(1);
      platform.setBehaviour({ states: 'json' });
      const again = await client.reference.refresh({ list: 'states' });
      expect(again.every(({ problem, items }) => problem === null && items.length > 0)).toBe(true);
      expect((await client.status.get()).needs.referenceListsFailed).toBe(0);
    },
  },
  'reference.accept': {
    invalid: [{ list: 'cities' }, {}],
    async behaves({ client }) {
      await using platform = await openPlatform({ key, behaviour: { states: 'emptyList' } });
      await client.settings.update({ platform: { baseUrl: platform.url, allowHttp: true } });
      const before = (await client.reference.refresh({ list: 'states' })).find(
        ({ list }) => list === 'states',
      );
      expect([before?.suspiciousAt === null, before?.items.length === 0]).toEqual([false, false]);
      const after = (await client.reference.accept({ list: 'states' })).find(({ list }) => list === 'states');
      expect(after).toMatchObject({ items: [], suspiciousAt: null });
      expect(await definedErrorOf(client.reference.accept({ list: 'states' }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'reference.test': {
    invalid: [],
    async behaves({ client }) {
      await using platform = await openPlatform({ key, behaviour: { itemTypes: 'status:401' } });
      await client.settings.update({ platform: { baseUrl: platform.url } });
      const shown = await client.reference.test();
      expect(shown).toMatchObject({
        status: 401,
        items: null,
        problem: { code: 'status', title: 'Unauthorized' },
      });
      expect(JSON.stringify(shown)).not.toContain('clave-de-la-plataforma');
      await client.settings.update({ platform: { baseUrl: '', allowHttp: false } });
      expect((await client.reference.test()).problem?.code).toBe('noAddress');
    },
  },
  'reference.forgetKey': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.reference.forgetKey()).toEqual({ secretIn: 'nowhere', urlFromCommandLine: null });
      const { rows } = await client.audit.list({ subject: 'platformKey' });
      expect(rows.map(({ action }) => action)).toEqual(['platformKey.forgotten', 'platformKey.given']);
    },
  },
};
