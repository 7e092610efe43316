import { createORPCClient, ORPCError } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { afterEach, expect, it } from 'vitest';
import { refuseOnPort, serveOnPort } from '../../../main/engine/serve-port.ts';
import { StoreProblem, type StoreProblemCode } from '../../../main/engine/store/store-error.ts';
import { type Client, overPorts } from '../../../renderer/app/connection.ts';
import { awayOf, errorKind, isUnanswered } from '../../../renderer/app/error-message.ts';
import { useConnectionState } from '../../../renderer/app/live/connection-state.ts';
import { contract } from '../../../shared/contract/contract.ts';
import type { EngineAway } from '../../../shared/contract/status.ts';

const away: EngineAway = {
  since: '2026-11-23T14:02:00.000Z',
  cause: 'crashed',
  detail: '',
  fault: null,
  illness: null,
  mayRepair: true,
  isTriedAgain: false,
  receiver: 'listening',
  rebuild: null,
  rebuildFailure: null,
  restore: null,
  restoreFailure: null,
  salvage: { running: null, done: null, failure: null },
  versionBefore: null,
  folder: null,
};

/** The desktop's side: ports that are served by one engine, or refused while there is none. */
function desktop() {
  const open: MessagePort[] = [];
  let isThere = true;
  let asked = 0;
  const on = implement(contract);
  const router = { shell: { capabilities: on.shell.capabilities.handler(() => []) } };
  const client: Client = createORPCClient(
    overPorts(async () => {
      asked += 1;
      const { port1, port2 } = new MessageChannel();
      open.push(port2);
      if (isThere) new RPCHandler(router).upgrade(port2);
      // A port of Node's own, which the browser's type does not say.
      else refuseOnPort(port2 as never, 'away', () => away);
      port2.start();
      port1.start();
      return port1;
    }),
  );
  const change = (to: boolean) => {
    isThere = to;
    for (const port of open.splice(0)) port.close();
  };
  return { client, asked: () => asked, leave: () => change(false), comeBack: () => change(true) };
}

afterEach(() => {
  useConnectionState.setState({ state: 'connecting', since: null, lastHeard: null, away: null });
});

it('asks for a port once, and for another when that has closed', async () => {
  const { client, asked, leave, comeBack } = desktop();
  await Promise.all([client.shell.capabilities(), client.shell.capabilities()]);
  expect(asked()).toBe(1);
  leave();
  const refusal = () => client.shell.capabilities().then(() => null, awayOf);
  // Until its closing is heard of a port may still be called, and the call be broken off.
  await expect.poll(refusal).toEqual(away);
  expect(asked()).toBe(2);
  comeBack();
  await expect.poll(() => client.shell.capabilities().catch(() => null)).toEqual([]);
  expect(asked()).toBe(3);
});

it.each<[StoreProblemCode, string]>([
  ['unreachable', 'databaseAway'],
  ['diskFull', 'internal'],
])('says of a store whose problem is %s that it is %s', async (code, kind) => {
  const on = implement(contract);
  const fail = () => {
    throw new StoreProblem(code, 'Nothing can be written now.');
  };
  const router = { shell: { capabilities: on.shell.capabilities.handler(fail) } };
  const faults: string[] = [];
  const { port1, port2 } = new MessageChannel();
  serveOnPort(router, port2 as never, {}, ({ procedure }) => faults.push(procedure));
  const client: Client = createORPCClient(overPorts(async () => port1));
  const failure: unknown = await client.shell.capabilities().catch((cause: unknown) => cause);
  expect([errorKind(failure), isUnanswered(failure)]).toEqual([kind, false]);
  expect(faults).toEqual(['shell.capabilities']);
  port1.close();
});

it('tells an engine that is away from a program that does not answer', async () => {
  const { client, leave } = desktop();
  leave();
  const refused: unknown = await client.shell.capabilities().catch((failure: unknown) => failure);
  expect([errorKind(refused), isUnanswered(refused)]).toEqual(['away', true]);
  const unreachable = new TypeError('Failed to fetch');
  expect([errorKind(unreachable), isUnanswered(unreachable), awayOf(unreachable)]).toEqual([
    'unreachable',
    true,
    null,
  ]);
});

it('takes no refusal of a procedure for the silence of a console, which is asked again', () => {
  const errorsOf = (router: object): [string, { status?: number }][] =>
    isContractProcedure(router)
      ? Object.entries(router['~orpc'].errorMap as Record<string, { status?: number }>)
      : Object.values(router).flatMap(errorsOf);
  const errors = errorsOf(contract);
  expect(errors.map(([code]) => code)).toContain('PROVIDER_AWAY');
  for (const [code, { status }] of errors) {
    const refusal = new ORPCError(code, status === undefined ? {} : { status });
    expect([code, isUnanswered(refusal)]).toEqual([code, false]);
  }
});

it('keeps since when it is away until it is back, and nothing else ends a session that is over', () => {
  const link = useConnectionState;
  link.getState().connected();
  link.getState().disconnected(null);
  const { since } = link.getState();
  link.getState().disconnected(away);
  expect(link.getState()).toMatchObject({ state: 'away', since, away });
  link.getState().connected();
  expect(link.getState()).toMatchObject({ state: 'live', since: null, away: null });
  link.getState().signedOut();
  link.getState().disconnected(away);
  expect(link.getState().state).toBe('signedOut');
});
