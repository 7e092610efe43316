import { oc } from '@orpc/contract';
import * as z from 'zod';
import { role } from '../terms.ts';
import { amount, instant, rowId } from './common.ts';

/** The header of a call that carries the token of its sign-in. It never stands in an address. */
export const signInHeader = 'perito-sign-in';
/** By these the console tells the engine where a call over the network comes from, and from which browser; it takes them from nobody. */
export const addressHeader = 'perito-address';
export const agentHeader = 'perito-agent';

/** Accounts that end stay in the list, since records name them. */
const maxPeople = 500;

/** Told apart by eye: without what is not seen or turns the writing round, and words one space apart. */
export const accountName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'has a line break or a character that cannot be seen')
  .transform((text) => text.replaceAll(/\s+/g, ' '));
const email = z.union([z.literal(''), z.email().max(200)]);

/**
 * A password, or a PIN of digits alone. A PIN of one digit repeated, or counted up or down, is none.
 */
export const newSecret = z
  .string()
  .max(200)
  .refine((text) => (/^\d*$/.test(text) ? text.length >= 6 : text.length >= 10), 'is too short')
  .refine((text) => !isCounted(text), 'is too simple');

/** Whether each digit follows from the one before in the same step: 000000, 123456, 987654. */
function isCounted(text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const steps = [...text].slice(1).map((digit, index) => (Number(digit) - Number(text[index]) + 10) % 10);
  return new Set(steps).size === 1 && [0, 1, 9].includes(steps[0] ?? 0);
}

/** Nothing below zero, which no amount is within, and of no more digits than an amount of the interface. */
const verdictLimit = amount.max(30).regex(/^\d/, 'is below zero').nullable();

const givenSecret = z.string().max(200);

export const person = z.object({
  id: rowId,
  /** Empty of the first until somebody says who it is. */
  name: z.string(),
  email: z.string(),
  role,
  /** The most that this person decides alone, in RD$; null without a limit. */
  verdictLimit: amount.nullable(),
  hasSecret: z.boolean(),
  /** Signed in somewhere, and seen there in the last two minutes. */
  isHere: z.boolean(),
  /** Null of the first, who was there from the start. */
  createdAt: instant.nullable(),
  /** Whoever has left signs in no more; what they did keeps their name. */
  endedAt: instant.nullable(),
  /** Until when an invitation of theirs can be accepted; null where none is open. */
  invitedUntil: instant.nullable(),
  /** After ten wrong secrets in a row no other is looked at before; null of everybody else. */
  lockedOutUntil: instant.nullable(),
  /** Who this is at the office's provider, since their first sign-in by it; null of who has not signed in so, and where there is none. */
  bound: z
    .object({
      at: instant,
      /** As the provider had it then. */
      email: z.string(),
      /** Whether the provider is the only way in. */
      isPasswordOff: z.boolean(),
    })
    .nullable(),
});
export type Person = z.infer<typeof person>;

export const me = z.object({
  /**
   * `open`: no account has a secret, and whoever is here acts as `person`; `signedIn`; `signedOut`: someone must sign in;
   * `locked`: the same person must come back.
   */
  state: z.enum(['open', 'signedIn', 'signedOut', 'locked']),
  /** Null where nobody is signed in, and of what is opened read-only. */
  person: person.nullable(),
  /** After so many minutes without a touch this screen locks; 0 is never. */
  lockMinutes: z.int(),
  /** Whether other computers open this console too: then everybody signs in by name or e-mail, and nobody without a password. */
  isOffice: z.boolean(),
  /** The office's provider, by which people sign in too; null where none is set. */
  provider: z.object({ name: z.string() }).nullable(),
});
export type Me = z.infer<typeof me>;

/** An account as the sign-in screen shows it. */
const choice = z.object({
  id: rowId,
  name: z.string(),
  /**
   * How this person comes in: with a secret, by the office's provider alone, without anything, or not before an administrator gives
   * them a secret, since others have one and their role changes things.
   */
  comesIn: z.enum(['withSecret', 'byProvider', 'freely', 'notYet']),
});
export type PersonChoice = z.infer<typeof choice>;

/** A sign-in by the SHA-256 of its token, in hexadecimal. */
const signInId = z.string().regex(/^[\da-f]{64}$/);

/** How somebody signed in: with their secret, by the office's provider, by an invitation, or with nothing where nothing is needed. */
const signInWays = ['secret', 'provider', 'invitation', 'freely'] as const;
export type SignInWay = (typeof signInWays)[number];

/** Where somebody is signed in. */
const openSignIn = z.object({
  id: signInId,
  personId: rowId,
  begunAt: instant,
  usedAt: instant,
  isLocked: z.boolean(),
  /** Where it began; null of this computer itself. */
  address: z.string().nullable(),
  /** What the browser said of itself, up to 200 characters. */
  agent: z.string().nullable(),
  /** How it was made; null of what began before this was noted. */
  way: z.enum(signInWays).nullable(),
  /** Of the call itself. */
  isOwn: z.boolean(),
});
export type OpenSignIn = z.infer<typeof openSignIn>;

const invitationToken = z.string().regex(/^[\w-]{43}$/);

export const seconds = z.int().positive();
const tried = {
  /** The secret is another, or there is no such account: which of them is not said. */
  WRONG_SECRET: { status: 403 },
  /** Too many wrong ones; `seconds` until the next is looked at. */
  TOO_MANY_TRIES: { status: 429, data: z.object({ seconds }) },
  /** An administrator gives this account a secret first. */
  NEEDS_SECRET: { status: 409 },
} as const;

/** Over the network nobody comes in by a PIN: a secret has as many characters at the least. */
export const officeSecretLength = 10;
const tooShort = { TOO_SHORT: { status: 409 } } as const;

const lastAdministrator = { LAST_ADMINISTRATOR: { status: 409 } } as const;

export const peopleContract = {
  /** Who calls. Answers anyone. */
  me: oc.output(me),
  /** Who may sign in, by name. Answers anyone; in an office only whom it knows, and nobody else is told a name. */
  choices: oc.output(z.object({ people: z.array(choice).max(maxPeople) })),
  /**
   * Begins a sign-in of this browser or window; `token` is told once, and stands in the header of each call. `who` is a name, or an
   * e-mail that one account alone has.
   */
  signIn: oc
    .input(
      z.union([
        z.object({ personId: rowId, secret: givenSecret.optional() }),
        z.object({ who: z.string().trim().min(1).max(200), secret: givenSecret }),
      ]),
    )
    .output(z.object({ token: z.string(), me }))
    .errors(tried),
  /** Ends the sign-in of this call. */
  signOut: oc,
  /** From now on the sign-in of this call is refused all else until it is unlocked. */
  lock: oc,
  unlock: oc
    .input(z.object({ secret: givenSecret.optional() }))
    .output(me)
    .errors({ ...tried, SIGNED_OUT: { status: 401 } }),
  /** All accounts, those too that have ended, oldest first. */
  list: oc.output(z.object({ people: z.array(person).max(maxPeople) })),
  /** Adds an account where `id` is null. */
  save: oc
    .input(z.object({ id: rowId.nullable(), name: accountName, email, role, verdictLimit }))
    .output(person)
    .errors({
      NOT_FOUND: { status: 404 },
      /** Somebody who works here has this name: what is done would be told apart by no one. */
      NAME_TAKEN: { status: 409 },
      TOO_MANY: { status: 409 },
      ...lastAdministrator,
    }),
  /** Says who one is oneself; whoever may only that changes nothing else of an account. */
  rename: oc
    .input(z.object({ name: accountName }))
    .output(person)
    .errors({ NAME_TAKEN: { status: 409 } }),
  end: oc
    .input(z.object({ id: rowId }))
    .output(person)
    .errors({ NOT_FOUND: { status: 404 }, ...lastAdministrator }),
  /**
   * Sets or, with null, takes away a secret, and ends the other sign-ins of that person. One's own with `current`, where there
   * is one; that of others only as an administrator.
   */
  setSecret: oc
    .input(z.object({ id: rowId, secret: newSecret.nullable(), current: givenSecret.optional() }))
    .output(person)
    .errors({
      NOT_FOUND: { status: 404 },
      ...tried,
      ...tooShort,
      /** The first secret of all is an administrator's, so that somebody can give the others theirs. */
      ADMINISTRATOR_FIRST: { status: 409 },
      ...lastAdministrator,
    }),
  /** Where this person is signed in, the last used first; everybody's where `personId` is null. One's own, or as an administrator. */
  signIns: oc
    .input(z.object({ personId: rowId.nullable() }))
    .output(z.object({ signIns: z.array(openSignIn).max(500) })),
  /** Ends one of them; one that is over already is no error. One's own, or as an administrator. */
  endSignIn: oc.input(z.object({ id: signInId })),
  /** Ends all of a person but the one that calls. One's own, or as an administrator. */
  signOutEverywhere: oc.input(z.object({ id: rowId })).output(z.object({ ended: z.int() })),
  /** Lets somebody try again who is locked out. */
  release: oc
    .input(z.object({ id: rowId }))
    .output(person)
    .errors({ NOT_FOUND: { status: 404 } }),
  /**
   * Makes a token, told once, by which this person sets a password within seven days, once; the one before holds no more. It
   * belongs behind the `#` of an address, which no server is sent.
   */
  invite: oc
    .input(z.object({ id: rowId }))
    .output(z.object({ token: invitationToken, person }))
    .errors({ NOT_FOUND: { status: 404 } }),
  /** Takes the invitation back. */
  uninvite: oc
    .input(z.object({ id: rowId }))
    .output(person)
    .errors({ NOT_FOUND: { status: 404 } }),
  /** Whom an invitation is for. Answers anyone who has it. */
  invitation: oc
    .input(z.object({ token: invitationToken }))
    .output(z.object({ name: z.string(), email: z.string(), until: instant }))
    .errors({ NOT_VALID: { status: 410 } }),
  /** Sets the password of whoever was invited, and signs them in. Answers anyone who has the token. */
  acceptInvitation: oc
    .input(z.object({ token: invitationToken, secret: newSecret }))
    .output(z.object({ token: z.string(), me }))
    .errors({ NOT_VALID: { status: 410 }, ADMINISTRATOR_FIRST: { status: 409 }, ...tooShort }),
};
