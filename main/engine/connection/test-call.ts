/** A real call to each endpoint, by which nothing is registered. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import type { TestEndpoint } from '#shared/contract/reachability.ts';
import { apiKeyHeader } from '../keys/index.ts';
import { openSocket } from '../outbound/index.ts';
import { newOwnCallNonce, ownCallHeader } from '../receiver/index.ts';
import { type OwnAnswer, type OwnCall, sendCall } from './call.ts';

/** A list: the interface takes objects alone, so it is refused before anything of it is kept. */
const refusedBody = '[]';
const lookup = { method: 'GET', body: null } as const;
const refused = { method: 'POST', body: refusedBody } as const;

/** Lookups of a policy that nobody has; the answer is a real one. */
export const testCalls: Readonly<Record<TestEndpoint, Pick<OwnCall, 'method' | 'body'> & { path: string }>> =
  {
    policyLookup: {
      ...lookup,
      path: '/InsurancePolicies?insurancePolicyNumber=PRUEBA&incidentDate=2026-01-01',
    },
    balance: { ...lookup, path: '/InsurancePolicies/PRUEBA/balance?vin=PRUEBA' },
    purchaseOrder: { ...refused, path: '/PurchaseOrders' },
    serviceOrder: { ...refused, path: '/ServiceOrders' },
    incidentReport: { ...refused, path: '/incidentReports' },
    financialDocument: { ...refused, path: '/financialDocuments' },
    cancelPurchaseOrder: { ...refused, path: '/PurchaseOrders/0/cancel' },
    cancelServiceOrder: { ...refused, path: '/ServiceOrders/0/cancel' },
  };

const limitMilliseconds = 15_000;

interface ListeningCall {
  /** Where the receiver listens. */
  receiverUrl: string;
  endpoint: TestEndpoint;
  /** `email:secret`. */
  key: string;
  expectOwnCall(nonce: string): Promise<unknown>;
}

/** Calls the receiver where it listens; over TLS whatever its certificate says, which holds for another name. */
export async function callListening(
  options: ListeningCall,
): Promise<OwnAnswer & { url: string; address: string }> {
  const { method, body, path } = testCalls[options.endpoint];
  const base = new URL(options.receiverUrl);
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };
  base.hostname = everywhere[base.hostname] ?? base.hostname;
  const url = new URL(path, base);
  const nonce = newOwnCallNonce();
  await options.expectOwnCall(nonce);
  const signal = AbortSignal.timeout(limitMilliseconds);
  const bare = await openSocket(url, signal);
  const address = bare.remoteAddress ?? '';
  const socket = url.protocol === 'http:' ? bare : connect({ socket: bare, rejectUnauthorized: false });
  if (socket !== bare) await once(socket, 'secureConnect', { signal });
  const headers = { ...apiKeyHeader(options.key), [ownCallHeader]: nonce };
  return { ...(await sendCall(socket, { method, url, headers, body })), url: url.href, address };
}
