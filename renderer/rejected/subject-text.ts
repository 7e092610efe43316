/** What a rejected delivery was to be and of which claim, policy or order, as far as its address and its body say. */
import type { TFunction } from 'i18next';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { bytesOf } from '../components/download-blob.ts';
import { utf8Text } from './body-text.ts';

type Kind =
  | 'purchaseOrder'
  | 'serviceOrder'
  | 'incidentReport'
  | 'financialDocument'
  | 'policyLookup'
  | 'cancellation';

/** Paths of the interface, whatever case they were called in. */
const kinds: readonly [RegExp, Kind][] = [
  [/^\/(?:purchase|service)orders\/[^/]+\/cancel$/i, 'cancellation'],
  [/^\/purchaseorders(?:\/|$)/i, 'purchaseOrder'],
  [/^\/serviceorders(?:\/|$)/i, 'serviceOrder'],
  [/^\/incidentreports(?:\/|$)/i, 'incidentReport'],
  [/^\/financialdocuments(?:\/|$)/i, 'financialDocument'],
  [/^\/insurancepolicies(?:\/|$)/i, 'policyLookup'],
];

/** Members that say which; the first that is there is said. */
const named = [
  ['claim', /^insuranceclaimnumber$/i],
  ['policy', /^insurancepolicynumber$/i],
  ['vin', /^vin(?:number)?$/i],
] as const;

const longest = 60;

/** "Orden de compra, reclamo REC-1"; of an address that is none of the interface's a call. */
export function subjectText({ path, body }: Pick<RejectedRow, 'path' | 'body'>, t: TFunction): string {
  const [address = '', query = ''] = path.split('?');
  const kind = kinds.find(([pattern]) => pattern.test(address))?.[1] ?? 'other';
  const what = t(`rejected.what.${kind}`);
  const which = whichOf(address, new URLSearchParams(query), kind, body);
  return which === null ? what : `${what}, ${t(`rejected.of.${which.is}`, { value: which.value })}`;
}

type Which = { is: 'claim' | 'policy' | 'vin' | 'order'; value: string };

function whichOf(address: string, query: URLSearchParams, kind: Kind | 'other', body: string): Which | null {
  const second = decoded(address.split('/')[2] ?? '');
  if (kind === 'policyLookup' && second !== '') return { is: 'policy', value: second };
  if (kind === 'cancellation') return { is: 'order', value: second };
  const members = [...query, ...membersOf(body)];
  for (const [is, pattern] of named) {
    const value = members.find(([name, value]) => pattern.test(name) && value.trim() !== '')?.[1];
    if (value !== undefined) return { is, value: value.trim().slice(0, longest) };
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).slice(0, longest);
  } catch {
    return text.slice(0, longest);
  }
}

/** The texts of a body's own members, as far as it was kept and is JSON. */
function membersOf(body: string): [name: string, value: string][] {
  try {
    const json: unknown = JSON.parse(utf8Text(bytesOf(body)) ?? '');
    if (typeof json !== 'object' || json === null) return [];
    return Object.entries(json).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    );
  } catch {
    return [];
  }
}
