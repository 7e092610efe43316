import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openHouse } from './house.ts';

test('a connection opened ahead of time, on which nothing was sent, does not hold the stop up', async () => {
  // Longer than a test may take: only closing such connections at once ends this test in time.
  const house = await openHouse({ limits: { stopTimeout: 3_600_000 } });
  const socket = connect(Number(new URL(house.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // A second call is answered, so the first connection was accepted before.
  expect((await fetch(house.url)).status).toBe(401);
  const closed = once(socket, 'close');
  socket.resume();
  await house.close();
  await closed;
});
