import type { ReferenceProblem } from '#shared/contract/reference.ts';
import type { ReferenceList } from '#shared/reference-terms.ts';
import type { Clock } from '../clock.ts';
import { keyBlanker } from '../keys/index.ts';
import type { TlsContext } from '../outbound/index.ts';
import { listUrl } from './address.ts';
import { type CallLimits, callPlatform, defaultLimits } from './call.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import { shownText } from './shown-text.ts';

/** All that a call needs. */
export interface Access {
  baseUrl: string;
  /** `email:secret`. */
  key: string;
  clock: Clock;
  trust: TlsContext;
  limits?: CallLimits;
}

/** What the platform answered to a test, as the contract has it. */
export interface TestOutcome {
  url: string | null;
  status: number | null;
  contentType: string | null;
  milliseconds: number | null;
  items: number | null;
  sample: { id: string; name: string }[];
  problem: ReferenceProblem | null;
  body: string | null;
}

/** Fetches one list. Never rejects. */
export async function fetchList(
  list: ReferenceList,
  access: Access,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  const { baseUrl, key, clock, trust, limits = defaultLimits } = access;
  const url = listUrl(baseUrl, list);
  const answer = await callPlatform({ url, key, clock, trust, limits, signal });
  return readAnswer(answer, keyBlanker(key));
}

const sampleLength = 5;
const bodyLength = 2000;

/** Calls one list for a person to see what comes back; nothing of the key is in it, even where it is echoed. */
export async function testList(
  list: ReferenceList,
  access: Access | ReferenceProblem,
  signal: AbortSignal,
): Promise<TestOutcome> {
  if ('code' in access) return { ...noAnswer, problem: access };
  const { baseUrl, key, clock, trust, limits = defaultLimits } = access;
  const url = listUrl(baseUrl, list);
  const blank = keyBlanker(key);
  const begun = clock.now();
  const answer = await callPlatform({ url, key, clock, trust, limits, signal });
  const milliseconds = Math.max(0, Math.round(clock.now() - begun));
  const { problem, text, ...read } = readAnswer(answer, blank);
  const items = 'understood' in read ? read.understood.items : null;
  const contentType = 'failed' in answer ? null : answer.contentType;
  return {
    url: blank(url.href),
    status: answer.status,
    contentType: contentType === null ? null : shownText(blank(contentType), 200),
    milliseconds,
    items: items?.length ?? null,
    sample: (items ?? []).slice(0, sampleLength).map(({ id, name }) => ({ id, name })),
    problem,
    body: text === null ? null : text.slice(0, bodyLength).toWellFormed(),
  };
}

const noAnswer: Omit<TestOutcome, 'problem'> = {
  url: null,
  status: null,
  contentType: null,
  milliseconds: null,
  items: null,
  sample: [],
  body: null,
};
