import { describe, expect, test } from 'vitest';
import { httpRuleProblem, waitsForContinue } from '../../../main/engine/receiver/http-rules.ts';

interface Head {
  host?: readonly string[];
  httpVersion?: string;
  expect?: string;
  coding?: string;
}

const messageOf = ({ host = ['p'], httpVersion = '1.1', expect, coding }: Head) => ({
  rawHeaders: ['Accept', 'Host', ...host.flatMap((name) => ['hOST', name]), 'Hoster', 'p'],
  headers: {
    ...(expect !== undefined && { expect }),
    ...(coding !== undefined && { 'transfer-encoding': coding }),
  },
  httpVersion,
});

describe('the rule of HTTP that a call breaks', () => {
  test.each<[string, Head, string | null]>([
    ['none', {}, null],
    ['no Host', { host: [] }, 'host-missing'],
    ['two Hosts', { host: ['p', 'p'] }, 'host-missing'],
    ['no Host in HTTP/1.0', { host: [], httpVersion: '1.0' }, null],
    ['one Host in HTTP/1.0', { httpVersion: '1.0' }, null],
    ['two Hosts in HTTP/1.0', { host: ['p', 'q'], httpVersion: '1.0' }, 'host-missing'],
    ['no Host beside another rule', { host: [], expect: 'x', coding: 'gzip' }, 'host-missing'],
    ['100-continue', { expect: '100-continue' }, null],
    ['100-Continue twice with blanks', { expect: ' 100-Continue , ,100-continue' }, null],
    ['an expectation that is none', { expect: '' }, null],
    ['another expectation', { expect: '100-continued' }, 'expectation-failed'],
    ['another before it', { expect: 'x100-continue' }, 'expectation-failed'],
    ['another beside it', { expect: '100-continue, x' }, 'expectation-failed'],
    ['another expectation in HTTP/1.0', { expect: 'x', httpVersion: '1.0' }, null],
    ['another beside a coding', { expect: 'x', coding: 'gzip' }, 'expectation-failed'],
    ['chunks', { coding: 'chunked' }, null],
    ['Chunks with blanks', { coding: '\t Chunked ' }, null],
    ['a coding before chunks', { coding: 'gzip, chunked' }, 'transfer-coding-not-supported'],
    ['a coding behind chunks', { coding: 'chunked, gzip' }, 'transfer-coding-not-supported'],
  ])('with %s', (_, head, code) => {
    expect(httpRuleProblem(messageOf(head))?.code ?? null).toBe(code);
  });
});

test.each<[Head, boolean]>([
  [{}, false],
  [{ expect: '100-continue' }, true],
  [{ expect: '100-CONTINUE' }, true],
  [{ expect: 'x' }, false],
  [{ expect: '100-continue', httpVersion: '1.0' }, false],
])('%j waits for 100 Continue: %s', (head, isWaiting) => {
  expect(waitsForContinue(messageOf(head))).toBe(isWaiting);
});
