/**
 * What many consoles of an office ask alike is answered once. Each change is told to all of them in the same moment, and each then
 * asks for what it shows: who asks for the same as another is given the same answer, until the next change is told or anybody acts.
 */
import { canonicalJson } from '#shared/canonical-json.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { Caller } from '../serve-port.ts';
import { os } from './base.ts';

/** Answers that are the same for everybody who may ask. */
const sharedPaths: ReadonlySet<string> = new Set([
  'status.get',
  'records.list',
  'records.rows',
  'records.get',
  'records.choices',
  'records.partyRules',
  'claims.list',
  'claims.get',
  'claims.elsewhere',
  'claims.related',
  'work.claim',
  'cancellations.list',
  'cancellations.get',
  'decisions.get',
  'decisions.proposed',
  'attachments.list',
  'attachments.downloads',
  'rejected.list',
  'people.list',
  'settings.get',
  'policies.list',
  'audit.list',
  'figures.intake',
  'figures.times',
  'figures.money',
  'figures.prices',
  'figures.findings',
  'figures.savings',
  'figures.scorecards',
]);

/** Reads of one person's own: they change nothing, and are nobody else's. */
const ownReads: ReadonlySet<string> = new Set([
  'changes',
  'people.me',
  'people.choices',
  'people.signIns',
  'presence.here',
  'database.get',
  'inbox.list',
  'views.list',
  'exports.list',
  'search.find',
  'search.suggest',
]);

/** Who may do no more than read: no answer that is shared is one person's, or only for some. */
const nobody: Caller = { personId: null, name: '', role: 'reader', verdictLimit: null };

/** An answer is no older, whatever is told: its times go on. */
const longestMs = 100;
const maxAnswers = 500;
const maxKeyLength = 4000;

/** `null` where there is one desk: then each call is answered by itself. */
export function sharingReads(office: { clock: Clock; changes: Changes } | null) {
  let answers = new Map<string, Promise<unknown>>();
  let since = 0;
  const beginAnew = () => {
    answers = new Map();
    since = office?.clock.now() ?? 0;
  };
  office?.changes.onTold(beginAnew);
  return os.middleware(async ({ path, context, next }, input, output) => {
    if (office === null) return next();
    const name = path.join('.');
    if (ownReads.has(name)) return next();
    if (!sharedPaths.has(name))
      // What somebody did is in whatever is asked for afterwards.
      return Promise.resolve(next()).finally(beginAnew);
    if (input !== undefined && !isJson(input)) return next();
    const asked = input === undefined ? '' : canonicalJson(input);
    if (asked.length > maxKeyLength) return next();
    const key = `${name} ${asked}`;
    if (office.clock.now() - since >= longestMs || answers.size >= maxAnswers) beginAnew();
    let answer = answers.get(key);
    if (answer === undefined) {
      // As nobody in particular, so that no answer is ever one person's.
      const done = Promise.resolve(next({ context: { ...context, caller: nobody } }));
      answer = done.then((given): unknown => given.output);
      answers.set(key, answer);
      const made = answer;
      // Nobody is given the failure of another who asked before.
      made.catch(() => answers.get(key) === made && answers.delete(key));
    }
    return output(await answer);
  });
}

/**
 * Whether an input is of JSON alone. A call may bring more than JSON has, as numbers that are none: one that is refused for it must not
 * stand for another that is not.
 */
function isJson(input: unknown): boolean {
  if (input === null || typeof input === 'string' || typeof input === 'boolean') return true;
  if (typeof input === 'number') return Number.isFinite(input);
  if (typeof input !== 'object') return false;
  if (Array.isArray(input)) return input.every(isJson);
  const isPlain = Object.getPrototypeOf(input) === Object.prototype;
  return isPlain && Object.values(input).every((part) => part === undefined || isJson(part));
}
