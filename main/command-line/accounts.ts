import * as z from 'zod';
import type { Actor } from '#shared/contract/common.ts';
import { accountName, type Person } from '#shared/contract/people.ts';
import { isSameName } from '#shared/rules/authority.ts';
import { type Role, role, roles } from '#shared/terms.ts';
import { type Accounts, StoreProblem, withAccounts } from '../engine/accounts-alone.ts';
import { EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, parseOptions, UsageProblem } from './command.ts';
import { readDataFolder } from './data-folder.ts';

export const accounts: Command = {
  summary: 'accounts of an office: lists, invites, lets go of a lock, signs out',
  usage: `accounts list | invite | release | sign-out  [--data DIR] [--name N] [--role ROLE] [--email E] [--url URL]

  list          all accounts that have not ended, one line of JSON each
  invite        makes a link, printed once, by which the person of --name sets a password within seven days; adds the account
                where there is none. The first of all becomes the administrator
  release       lets the person of --name try again who is locked out after ten wrong passwords
  sign-out      ends every sign-in of the person of --name

  --data DIR    the data directory (default: the system's place for this account)
  --name N      whose account; accents and capitals do not matter
  --role ROLE   of a new account: ${roles.join(', ')} (default adjuster; the first of all administrator)
  --email E     of a new account
  --url URL     where the console is opened, as the other computers call it: https://perito.example:8651

  Perito must not be working on the data directory meanwhile: then the same is done in Settings, People.`,
  run: runAccounts,
};

const acts = ['list', 'invite', 'release', 'sign-out'] as const;

interface AccountOptions extends Wanted {
  act: (typeof acts)[number];
  dataDir: string;
  /** The address of the console; null where none was given. */
  base: URL | null;
}

async function runAccounts(run: CommandRun): Promise<number> {
  const options = readAccountOptions(run.arguments);
  const { act, name } = options;
  return withAccounts(options.dataDir, async (kept, actor) => {
    if (act === 'list') return list(run, kept);
    if (act === 'invite') return invite(run, kept, actor, options);
    const person = named(await kept.list(), name);
    if (person === undefined) throw new EngineProblem('account', `No account is called "${name}".`);
    if (act === 'release') await kept.release(person.id, actor);
    const ended = act === 'sign-out' ? await kept.signOutEverywhere(person.id, undefined, actor) : undefined;
    run.print(JSON.stringify({ ok: true, name: person.name, ...(ended !== undefined && { ended }) }));
    return exitCodes.done;
  }).catch((failure: unknown) => {
    throw failure instanceof StoreProblem ? new EngineProblem(failure.code, failure.message) : failure;
  });
}

/** Throws a `UsageProblem` where an option is unknown, missing, or of another act. */
function readAccountOptions(args: string[]): AccountOptions {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      email: { type: 'string' },
      url: { type: 'string' },
    },
  });
  const [word, ...more] = positionals;
  const act = acts.find((one) => one === word);
  if (act === undefined || more.length > 0)
    throw new UsageProblem(`accounts takes one of ${acts.join(', ')}.`);
  if ((act === 'list') !== (values.name === undefined))
    throw new UsageProblem(act === 'list' ? 'list takes no --name.' : `${act} takes --name.`);
  const extra = (['role', 'email', 'url'] as const).find((option) => values[option] !== undefined);
  if (act !== 'invite' && extra !== undefined) throw new UsageProblem(`--${extra} goes with invite.`);
  return {
    ...{ act, dataDir: readDataFolder(values.data), name: act === 'list' ? '' : readName(values.name ?? '') },
    ...{ role: readRole(values.role), email: readEmail(values.email) },
    base: values.url === undefined ? null : readUrl(values.url),
  };
}

async function list(run: CommandRun, kept: Accounts): Promise<number> {
  for (const person of await kept.list()) {
    const { name, email, role, hasSecret, invitedUntil, lockedOutUntil, endedAt } = person;
    if (endedAt === null)
      run.print(JSON.stringify({ name, email, role, hasSecret, invitedUntil, lockedOutUntil }));
  }
  return exitCodes.done;
}

interface Wanted {
  name: string;
  role: Role | undefined;
  email: string | undefined;
}

async function invite(
  run: CommandRun,
  kept: Accounts,
  actor: Actor,
  { base, ...wanted }: AccountOptions,
): Promise<number> {
  const id = await accountFor(kept, actor, wanted);
  const invited = await kept.invite(id, actor);
  if (invited.kind !== 'done') throw new EngineProblem('account', 'That account has ended.');
  const { token, person } = invited;
  const { name, role, invitedUntil } = person;
  const link = base === null ? null : new URL(`#/invitation/${token}`, base).href;
  run.print(JSON.stringify({ ok: true, name, role, until: invitedUntil, link, token }));
  run.report(
    link === null
      ? `Whoever opens <address of the console>/#/invitation/${token} becomes ${name}: give it to nobody else.`
      : `Whoever opens ${link} becomes ${name}: give it to nobody else.`,
  );
  return exitCodes.done;
}

/** The account that is there by this name, the first of all where nobody has said who that is, or a new one. */
async function accountFor(kept: Accounts, actor: Actor, { name, role, email }: Wanted): Promise<number> {
  const people = await kept.list();
  const person = named(people, name);
  if (person !== undefined) {
    if (role !== undefined && role !== person.role)
      throw new UsageProblem(`${person.name} is ${person.role}; roles are changed in Settings, People.`);
    return person.id;
  }
  const [first, ...others] = people;
  const isFirst = first !== undefined && others.length === 0 && first.name === '';
  if (isFirst && role !== undefined && role !== 'administrator')
    throw new UsageProblem('The first account of all is an administrator.');
  const usual: Role = isFirst ? 'administrator' : 'adjuster';
  const fields = { name, email: email ?? '', role: role ?? usual, verdictLimit: null };
  const saved = await kept.save(isFirst ? first.id : null, fields, actor);
  if (saved.kind === 'done') return saved.person.id;
  throw new EngineProblem('account', `The account could not be added (${saved.kind}).`);
}

const named = (people: readonly Person[], name: string): Person | undefined =>
  people.find((person) => person.endedAt === null && isSameName(person.name, name.trim()));

function readName(text: string): string {
  const read = accountName.safeParse(text);
  if (!read.success) throw new UsageProblem('--name takes a name of up to 120 characters, in one line.');
  return read.data;
}

function readRole(text: string | undefined): Role | undefined {
  if (text === undefined) return undefined;
  const read = role.safeParse(text);
  if (!read.success) throw new UsageProblem(`--role takes one of ${roles.join(', ')}.`);
  return read.data;
}

function readEmail(text: string | undefined): string | undefined {
  if (text !== undefined && !z.email().max(200).safeParse(text).success)
    throw new UsageProblem(`--email takes an e-mail address, not "${text}".`);
  return text;
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '')
    throw new UsageProblem(`--url takes an address of https, not "${text}".`);
  return new URL('/', url);
}
