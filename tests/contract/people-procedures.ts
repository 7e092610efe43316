/** The room of people, where no account has a secret; with secrets: `tests/engine/people`. */
import { expect } from 'vitest';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const luis = { name: 'Luis Prueba', email: 'luis@aseguradora.example', role: 'adjuster' as const };
const first = { email: '', role: 'administrator' as const, verdictLimit: null };
let luisId = 0;
let invitation = '';
const unknownToken = 'A'.repeat(43);

export const peopleProcedures: Record<string, Scenario> = {
  'people.me': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.people.me()).toMatchObject({ state: 'open', person: { id: 1 }, lockMinutes: 15 });
    },
  },
  'people.save': {
    invalid: [
      { id: 0, ...luis, verdictLimit: null },
      { id: null, ...luis, name: ' ', verdictLimit: null },
      { id: null, ...luis, email: 'luis', verdictLimit: null },
      ...['mucho', '-1', '1e9', '9'.repeat(31)].map((verdictLimit) => ({ id: null, ...luis, verdictLimit })),
      // Not seen, in two lines, and from right to left.
      ...['\u200b', 'Luis\nPrueba', 'Luis \u202eabeurP'].map((name) => ({
        ...{ id: null, ...luis, name, verdictLimit: null },
      })),
      { id: null, ...luis, role: 'owner', verdictLimit: null },
    ],
    async behaves({ client, via }) {
      const saved = await client.people.save({ id: null, ...luis, verdictLimit: '50000.00' });
      luisId = saved.id;
      expect(saved).toMatchObject({ ...luis, verdictLimit: '50000.00', hasSecret: false, endedAt: null });
      const { rows } = await client.audit.list({ subject: `person:${luisId}` });
      expect(rows[0]).toMatchObject({ action: 'person.added', actor: { personId: 1, via } });
      const taken = client.people.save({ id: null, ...luis, name: 'LUÍS  prueba', verdictLimit: null });
      expect(await definedErrorOf(taken)).toEqual(defined('NAME_TAKEN'));
      const missing = client.people.save({ id: 999, ...luis, name: 'Nadie', verdictLimit: null });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
      const demoted = client.people.save({ id: 1, ...first, name: 'Ana', role: 'reader' });
      expect(await definedErrorOf(demoted)).toEqual(defined('LAST_ADMINISTRATOR'));
    },
  },
  'people.rename': {
    invalid: [{}, { name: '' }, { name: 'x'.repeat(121) }],
    async behaves({ client }) {
      expect(await client.people.rename({ name: ' Ana  Prueba ' })).toMatchObject({
        id: 1,
        name: 'Ana Prueba',
      });
      const taken = client.people.rename({ name: luis.name });
      expect(await definedErrorOf(taken)).toEqual(defined('NAME_TAKEN'));
    },
  },
  'people.choices': {
    invalid: [],
    async behaves({ client }) {
      expect((await client.people.choices()).people).toEqual([
        { id: 1, name: 'Ana Prueba', comesIn: 'freely' },
        { id: luisId, name: luis.name, comesIn: 'freely' },
      ]);
    },
  },
  'people.signIn': {
    invalid: [{}, { personId: 0 }, { personId: 1, secret: 'x'.repeat(201) }],
    async behaves({ client }) {
      const { token, me } = await client.people.signIn({ personId: luisId });
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(me).toMatchObject({ state: 'signedIn', person: { id: luisId, isHere: true } });
      const nobody = client.people.signIn({ personId: 999, secret: 'unknown' });
      expect(await definedErrorOf(nobody)).toEqual(defined('WRONG_SECRET'));
    },
  },
  'people.list': {
    invalid: [],
    async behaves({ client }) {
      const { people } = await client.people.list();
      expect(people.map(({ id, name, isHere }) => [id, name, isHere])).toEqual([
        [1, 'Ana Prueba', false],
        [luisId, luis.name, true],
      ]);
    },
  },
  'people.signIns': {
    invalid: [{}, { personId: 0 }, { personId: 'all' }],
    async behaves({ client }) {
      const { signIns } = await client.people.signIns({ personId: luisId });
      expect(signIns).toMatchObject([{ personId: luisId, isLocked: false, address: null, isOwn: false }]);
      expect((await client.people.signIns({ personId: null })).signIns).toEqual(signIns);
      expect((await client.people.signIns({ personId: 1 })).signIns).toEqual([]);
    },
  },
  'people.endSignIn': {
    invalid: [{}, { id: 'abc' }, { id: 'A'.repeat(64) }],
    async behaves({ client }) {
      const { signIns } = await client.people.signIns({ personId: luisId });
      for (const { id } of [...signIns, ...signIns]) await client.people.endSignIn({ id });
      expect((await client.people.signIns({ personId: luisId })).signIns).toEqual([]);
    },
  },
  'people.signOutEverywhere': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      await client.people.signIn({ personId: luisId });
      expect(await client.people.signOutEverywhere({ id: luisId })).toEqual({ ended: 1 });
      expect(await client.people.signOutEverywhere({ id: luisId })).toEqual({ ended: 0 });
    },
  },
  'people.invite': {
    invalid: [{}, { id: 0 }],
    async behaves({ client, via }) {
      const { token, person } = await client.people.invite({ id: luisId });
      invitation = token;
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(Date.parse(person.invitedUntil ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000);
      const { rows } = await client.audit.list({ subject: `person:${luisId}` });
      expect(rows[0]).toMatchObject({ action: 'person.invited', actor: { personId: 1, via }, detail: {} });
      expect(await definedErrorOf(client.people.invite({ id: 999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'people.invitation': {
    invalid: [{}, { token: 'abc' }],
    async behaves({ client }) {
      const { name, email } = luis;
      expect(await client.people.invitation({ token: invitation })).toMatchObject({ name, email });
      const unknown = client.people.invitation({ token: unknownToken });
      expect(await definedErrorOf(unknown)).toEqual(defined('NOT_VALID'));
    },
  },
  'people.acceptInvitation': {
    invalid: [{}, { token: unknownToken, secret: '12345' }, { token: 'abc', secret: 'diez-o-más-letras' }],
    async behaves({ client }) {
      const secret = 'clave-de-prueba-de-luis';
      const early = client.people.acceptInvitation({ token: invitation, secret });
      expect(await definedErrorOf(early)).toEqual(defined('ADMINISTRATOR_FIRST'));
      const unknown = client.people.acceptInvitation({ token: unknownToken, secret });
      expect(await definedErrorOf(unknown)).toEqual(defined('NOT_VALID'));
    },
  },
  'people.uninvite': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      expect(await client.people.uninvite({ id: luisId })).toMatchObject({ invitedUntil: null });
      const over = client.people.invitation({ token: invitation });
      expect(await definedErrorOf(over)).toEqual(defined('NOT_VALID'));
      expect(await definedErrorOf(client.people.uninvite({ id: 999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'people.release': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      expect(await client.people.release({ id: luisId })).toMatchObject({ lockedOutUntil: null });
      expect(await definedErrorOf(client.people.release({ id: 999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'presence.here': {
    invalid: [
      {},
      { screen: 'abc', place: null, isWriting: false },
      { screen: crypto.randomUUID(), place: { claimNumber: '', recordId: null }, isWriting: false },
      { screen: crypto.randomUUID(), place: { claimNumber: 'x'.repeat(401), recordId: 1 }, isWriting: false },
    ],
    async behaves({ client }) {
      const here = (place: { claimNumber: string; recordId: number | null } | null) =>
        client.presence.here({ screen: crypto.randomUUID(), place, isWriting: false });
      // Of oneself nobody is told.
      for (const recordId of [null, 1])
        expect(await here({ claimNumber: 'RC-2026-1', recordId })).toEqual({ others: [] });
      expect(await here(null)).toEqual({ others: [] });
    },
  },
  'people.lock': {
    invalid: [],
    async behaves({ client }) {
      await client.people.lock();
      expect(await client.people.me()).toMatchObject({ state: 'open' });
    },
  },
  'people.unlock': {
    invalid: [{ secret: 5 }],
    async behaves({ client }) {
      expect(await definedErrorOf(client.people.unlock({}))).toEqual(defined('SIGNED_OUT'));
    },
  },
  'people.signOut': {
    invalid: [],
    async behaves({ client }) {
      await client.people.signOut();
      expect(await client.people.me()).toMatchObject({ state: 'open' });
    },
  },
  'people.setSecret': {
    invalid: [
      ...['12345', '111111', '123456', '987654', 'nueve-len', 'x'.repeat(201)].map((secret) => ({
        id: 1,
        secret,
      })),
      { id: 1 },
    ],
    async behaves({ client }) {
      const set = client.people.setSecret({ id: luisId, secret: '482915' });
      expect(await definedErrorOf(set)).toEqual(defined('ADMINISTRATOR_FIRST'));
      const missing = client.people.setSecret({ id: 999, secret: null });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'people.end': {
    invalid: [{}, { id: -1 }],
    async behaves({ client }) {
      expect((await client.people.end({ id: luisId })).endedAt).not.toBeNull();
      expect(await definedErrorOf(client.people.end({ id: 1 }))).toEqual(defined('LAST_ADMINISTRATOR'));
      expect(await definedErrorOf(client.people.end({ id: 999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
};
