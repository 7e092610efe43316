import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hostileAnswers } from './hostile-answers.ts';
import { openHostileServer } from './hostile-server.ts';
import { openLanding, rulesFor } from './house.ts';

test.each(hostileAnswers.map((row) => [row.name, row] as const))('%s', async (_, row) => {
  const server = await openHostileServer();
  const { fetch, left, around } = openLanding();
  const outcome = await fetch(server.url(row), rulesFor([server.url(row)], { allowLoopback: true }));
  expect(around()).toEqual(['landing']);
  if (row.problem === null) {
    if (outcome.outcome !== 'downloaded') throw new Error(JSON.stringify(outcome));
    expect(readFileSync(outcome.path, 'utf8')).toBe(row.text);
    expect(left()).toEqual([`7.${outcome.sha256}`]);
    return;
  }
  expect(outcome).toEqual({
    outcome: 'notFetched',
    problem: row.problem,
    detail:
      row.detail === undefined
        ? expect.toBeOneOf([null, expect.any(String)])
        : expect.stringMatching(startOf(row.detail)),
    host: row.host ?? null,
    retryAfterSeconds: row.retryAfterSeconds ?? null,
  });
  expect(left()).toEqual([]);
});

const startOf = (text: string) => new RegExp(`^${text.replaceAll(/[.?*+^$()[\]{}|\\]/g, '\\$&')}`);
