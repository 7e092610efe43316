import { describe, expect, test } from 'vitest';
import { openPlatform, type PlatformBehaviour } from '../../../main/simulator/index.ts';
import type { behaviours } from '../../../main/simulator/platform.ts';
import { openHouse } from './house.ts';

const key = 'aseguradora@prueba.example:clave-de-la-plataforma';
const taken = { problem: null };
const refused = (code: string) => ({ problem: { code } });

/** What becomes of a list for each way in which the simulated platform answers. */
const outcomes: Record<keyof typeof behaviours, object> = {
  json: taken,
  textPlain: taken,
  textJson: taken,
  wrapped: { ...taken, shape: { list: 'data', id: 'stateId', name: 'stateName' } },
  unwrapped: { ...taken, shape: { list: '', id: 'stateId', name: 'stateName' } },
  unknownShape: { ...taken, shape: { list: 'payload.entries', id: 'code', name: 'label' } },
  problemWithoutFields: { problem: { code: 'status', status: 500, title: null, detail: null } },
  html: refused('mediaType'),
  garbage: refused('notJson'),
  truncated: refused('notJson'),
  nothing: refused('emptyAnswer'),
  emptyList: { ...taken, items: [], shape: null, suspiciousAt: null },
  slow: taken,
  endless: refused('tooLarge'),
  gzip: taken,
  redirect: refused('redirected'),
  bom: taken,
  dropped: refused('emptyAnswer'),
};

describe('each behaviour of the simulated platform', () => {
  test.each(Object.entries(outcomes))('%s', async (behaviour, outcome) => {
    await using platform = await openPlatform({
      key,
      behaviour: { states: behaviour as PlatformBehaviour },
      slowMilliseconds: 20,
    });
    const house = await openHouse({ baseUrl: platform.url, environmentKey: key });
    const lists = await house.reference.refresh();
    expect(lists.find(({ list }) => list === 'states')).toMatchObject(outcome);
    expect(lists.filter(({ list, problem }) => list !== 'states' && problem !== null)).toEqual([]);
  });

  test('all of its lists are understood', async () => {
    await using platform = await openPlatform({ key });
    const house = await openHouse({ baseUrl: platform.url, environmentKey: key });
    const lists = await house.reference.refresh();
    expect(lists.map(({ list, shape }) => [list, shape?.id, shape?.name])).toEqual([
      ['itemTypes', 'itemTypeId', 'itemTypeName'],
      ['requestTypes', 'requestTypeId', 'requestTypeName'],
      ['requestStatuses', 'documentStatusId', 'documentStatusName'],
      ['purchaseOrderStatuses', 'documentStatusId', 'documentStatusName'],
      ['serviceOrderStatuses', 'documentStatusId', 'documentStatusName'],
      ['countries', 'countryId', 'countryName'],
      ['states', 'stateId', 'stateName'],
    ]);
  });

  test.each([
    ['another key', 'aseguradora@prueba.example:otra-clave', 401],
    ['a key without rights', 'lectora@prueba.example:clave', 403],
  ])('%s', async (_, environmentKey, status) => {
    await using platform = await openPlatform({ key, keyWithoutRights: 'lectora@prueba.example:clave' });
    const house = await openHouse({ baseUrl: platform.url, environmentKey });
    const lists = await house.reference.refresh();
    expect(new Set(lists.map(({ problem }) => problem?.status))).toEqual(new Set([status]));
  });
});
