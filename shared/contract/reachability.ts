import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { instant } from './common.ts';

/** From where an address of a computer can be called. `shared`: of a provider that gives one address to many (RFC 6598). */
const addressScope = z.enum(['loopback', 'linkLocal', 'private', 'shared', 'public']);
export type AddressScope = z.infer<typeof addressScope>;

const ownAddress = z.object({
  /** The system's name of the network card. */
  interfaceName: z.string(),
  address: z.string(),
  scope: addressScope,
});
export type OwnAddress = z.infer<typeof ownAddress>;

/** The program that has the receiver's port; null for what the system does not tell. */
const portHolder = z.object({ processId: z.int().nullable(), program: z.string().nullable() });
export type PortHolder = z.infer<typeof portHolder>;

const firewall = z.object({
  kind: z.enum(['ufw', 'firewalld', 'nftables', 'windows', 'macos', 'none']),
  state: z.enum(['on', 'off', 'unknown']),
  /** Lets calls to the receiver's port in, for whoever looks after the computer: Perito never runs it. Null where none is known. */
  command: z.string().nullable(),
});
export type Firewall = z.infer<typeof firewall>;

export const testEndpoint = z.enum([
  'policyLookup',
  'balance',
  'purchaseOrder',
  'serviceOrder',
  'incidentReport',
  'financialDocument',
  'cancelPurchaseOrder',
  'cancelServiceOrder',
]);
export type TestEndpoint = z.infer<typeof testEndpoint>;

/** Which part of the interface was called; `other` where there is nothing at the path, or not for the method. */
const calledEndpoint = z.enum([...testEndpoint.options, 'openApi', 'other']);
export type CalledEndpoint = z.infer<typeof calledEndpoint>;

/** The last call of somebody outside of this computer, in this run of the program. */
export const outsideCall = z.object({
  at: instant,
  address: z.string(),
  /** The trusted proxy that said so; null where the call came straight from there. */
  proxy: z.string().nullable(),
  /** Whether it brought a key that is in force. */
  isAuthenticated: z.boolean(),
  endpoint: calledEndpoint,
});
export type OutsideCall = z.infer<typeof outsideCall>;

/** What is between somebody outside and the receiver, in the order in which it is tried. */
export const reachStepName = z.enum(['name', 'route', 'port', 'certificate', 'nonce', 'proxy', 'key']);
export type ReachStepName = z.infer<typeof reachStepName>;

/** Why a step failed; of one that is passed, what a person has to know besides. The screen holds the text of each. */
const reachReason = z.enum([
  'nameUnknown',
  'nameNotAnswered',
  /** The name leads to addresses that are known inside of a network alone. */
  'onlyInside',
  'timedOut',
  'unreachable',
  'refused',
  'plainHttp',
  'notTls',
  'expired',
  'notYetValid',
  'wrongHost',
  'selfSigned',
  'unknownAuthority',
  'chainIncomplete',
  'tlsFailed',
  'redirected',
  /** Somebody before Perito answers, and gets no answer from it. */
  'proxyWithoutPerito',
  'otherProgram',
  'noAnswer',
  /** The call came through somebody who names another caller, and is not among the trusted proxies. */
  'proxyNotTrusted',
  /** The call came through a trusted proxy that does not say from whom. */
  'proxySaysNothing',
  'noKey',
  /** No live key can be read here, so none was tried. */
  'keyNotHere',
  'keyNotPassed',
]);
export type ReachReason = z.infer<typeof reachReason>;

const reachStep = z.object({
  step: reachStepName,
  result: z.enum(['ok', 'failed', 'notTried']),
  reason: reachReason.nullable(),
  /** Addresses, a status or the system's own words; never part of a sentence. Empty where there are none. */
  detail: z.string(),
});
export type ReachStep = z.infer<typeof reachStep>;

/** What the receiver answered to a call that was made from here. */
const testAnswer = z.object({
  method: z.enum(['GET', 'POST']),
  /** The whole address that was called, and at which address of the network that was. */
  url: z.string(),
  address: z.string(),
  /** What was sent; null where nothing was. */
  sent: z.string().nullable(),
  status: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Its beginning where it is longer than 16 KiB. */
  body: z.string(),
  isCut: z.boolean(),
  milliseconds: z.number(),
});
export type TestAnswer = z.infer<typeof testAnswer>;

const problems = {
  NO_PUBLIC_ADDRESS: { status: 422, message: 'No public address is configured.' },
} as const;

/** How this computer stands to calls from outside, as it is known from inside. */
const connectionFacts = z.object({
  system: z.enum(['linux', 'windows', 'macos', 'other']),
  addresses: z.array(ownAddress),
  /** Null unless another program has the receiver's port. */
  portHolder: portHolder.nullable(),
  firewall,
  /** The public address that is in force in this run; an empty text where none is. */
  publicUrl: z.string(),
  /** The largest body that whoever stands before the receiver has to pass on, for the receiver to answer it itself. */
  largestBodyMebibytes: z.int(),
});
export type ConnectionFacts = z.infer<typeof connectionFacts>;

export const reachabilityContract = {
  get: oc.output(connectionFacts),
  /** Calls itself at the public address, and says of each step what came of it; ends after the last one. */
  checkReach: oc.output(eventIterator(reachStep)).errors(problems),
  /**
   * Calls one endpoint with a live key. A lookup is real; what would register something is sent such that it is refused.
   * `public` where the call goes to the public address, after it was seen to lead here.
   */
  testCall: oc
    .input(z.object({ endpoint: testEndpoint, over: z.enum(['listening', 'public']) }))
    .output(testAnswer)
    .errors({
      ...problems,
      NOT_LISTENING: { status: 409, message: 'The receiver does not listen.' },
      SECRET_NOT_HERE: { status: 409, message: 'No live key can be read here.' },
      NOT_REACHED: {
        status: 409,
        message: 'The call did not come to an answer.',
        data: z.object({
          step: reachStepName.nullable(),
          reason: reachReason.nullable(),
          detail: z.string(),
        }),
      },
    }),
};
