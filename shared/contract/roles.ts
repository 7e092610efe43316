/** Who may do what: one table, by which the engine refuses and the screen offers. */
import type { AnyContractProcedure } from '@orpc/contract';
import { type Role, roles } from '../terms.ts';
import type { Contract } from './contract.ts';

/** The least role that a procedure answers; `anyone` also where nobody is signed in. */
export type Least = Role | 'anyone';
type LeastOf<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends AnyContractProcedure ? Least : LeastOf<Part[Name]>;
};

/** Of every procedure of the contract: one that is added is not compiled before it stands here. */
const leastRoles: LeastOf<Contract> = {
  status: { get: 'reader' },
  people: {
    me: 'anyone',
    choices: 'anyone',
    signIn: 'anyone',
    signOut: 'anyone',
    lock: 'anyone',
    unlock: 'anyone',
    list: 'reader',
    save: 'administrator',
    rename: 'adjuster',
    end: 'administrator',
    // One's own; that of others as an administrator alone.
    setSecret: 'reader',
    // As above.
    signIns: 'reader',
    endSignIn: 'reader',
    signOutEverywhere: 'reader',
    release: 'administrator',
    invite: 'administrator',
    uninvite: 'administrator',
    // By a token that nobody else has.
    invitation: 'anyone',
    acceptInvitation: 'anyone',
  },
  openId: {
    get: 'administrator',
    set: 'administrator',
    remove: 'administrator',
    collectSecret: 'administrator',
    forgetSecret: 'administrator',
    test: 'administrator',
    begin: 'anyone',
    // By a token that nobody else has, and what the provider sent for it.
    finish: 'anyone',
    setPasswordOff: 'administrator',
    unbind: 'administrator',
  },
  records: {
    list: 'reader',
    rows: 'reader',
    get: 'reader',
    body: 'reader',
    addNote: 'adjuster',
    // What holds of all records of a party is a supervisor's.
    acknowledgeFinding: 'adjuster',
    withdrawAcknowledgement: 'adjuster',
    partyRules: 'reader',
    examineAgain: 'adjuster',
    setReviewed: 'adjuster',
    setManyReviewed: 'adjuster',
    choices: 'reader',
  },
  // Sharing with everybody is a supervisor's.
  views: { list: 'reader', save: 'reader', remove: 'reader' },
  presence: { here: 'reader' },
  // Who only reads works off mentions of themselves, and nothing else.
  inbox: { list: 'reader', visit: 'reader', done: 'reader', reopen: 'reader' },
  attachments: {
    list: 'reader',
    get: 'reader',
    downloads: 'reader',
    waiting: 'reader',
    retry: 'adjuster',
    setPaused: 'supervisor',
    hosts: 'reader',
    decideHost: 'supervisor',
    addAnnotation: 'adjuster',
    changeAnnotation: 'adjuster',
    removeAnnotation: 'adjuster',
    check: 'adjuster',
    checked: 'reader',
  },
  work: {
    assign: 'adjuster',
    setFlag: 'adjuster',
    claim: 'reader',
    assignClaim: 'adjuster',
    addClaimNote: 'adjuster',
    addReminder: 'adjuster',
    changeReminder: 'adjuster',
    setReminderDone: 'adjuster',
    removeReminder: 'adjuster',
  },
  cancellations: {
    list: 'reader',
    get: 'reader',
    ask: 'reader',
    decide: 'adjuster',
    // Their limit says whether they may.
    confirm: 'adjuster',
    reject: 'adjuster',
    withdrawProposal: 'adjuster',
    close: 'adjuster',
    withdraw: 'adjuster',
  },
  decisions: {
    get: 'reader',
    proposed: 'reader',
    decide: 'adjuster',
    confirm: 'supervisor',
    reject: 'supervisor',
    withdraw: 'adjuster',
  },
  claims: { list: 'reader', get: 'reader', elsewhere: 'reader', related: 'reader' },
  policies: {
    list: 'reader',
    get: 'reader',
    save: 'supervisor',
    remove: 'supervisor',
    check: 'reader',
    coverageCodes: 'reader',
    // In an office a file of the computer that answers is an administrator's to name.
    import: 'supervisor',
  },
  policyImports: {
    list: 'reader',
    get: 'reader',
    begin: 'supervisor',
    append: 'supervisor',
    headings: 'supervisor',
    check: 'supervisor',
    apply: 'supervisor',
    cancel: 'supervisor',
    problems: 'reader',
  },
  policyLookups: { list: 'reader', get: 'reader' },
  reference: {
    list: 'reader',
    refresh: 'adjuster',
    accept: 'supervisor',
    test: 'administrator',
    key: 'reader',
    collectKey: 'administrator',
    forgetKey: 'administrator',
  },
  rejected: {
    list: 'reader',
    get: 'reader',
    body: 'reader',
    repeatBody: 'reader',
    setSeen: 'adjuster',
  },
  audit: { list: 'reader', get: 'reader', choices: 'reader', verify: 'supervisor' },
  verification: { get: 'reader', start: 'administrator', stop: 'administrator' },
  backups: {
    get: 'reader',
    configure: 'administrator',
    checkPlace: 'administrator',
    start: 'administrator',
    stop: 'administrator',
    list: 'administrator',
    open: 'administrator',
    planRestore: 'administrator',
    restore: 'administrator',
    stopRestore: 'administrator',
  },
  database: { get: 'administrator', rebuild: 'administrator', stopRebuild: 'administrator' },
  recovery: {
    folder: 'reader',
    forgetFolder: 'administrator',
    checkFolder: 'administrator',
    useFolder: 'administrator',
    tryAgain: 'administrator',
    collectPassword: 'administrator',
    putBackVersionBefore: 'administrator',
    salvage: 'administrator',
    stopSalvage: 'administrator',
  },
  archives: {
    signingKey: 'reader',
    count: 'supervisor',
    get: 'reader',
    create: 'supervisor',
    stop: 'supervisor',
    open: 'adjuster',
    list: 'reader',
  },
  search: { find: 'reader', suggest: 'reader' },
  figures: {
    intake: 'reader',
    times: 'reader',
    money: 'reader',
    prices: 'reader',
    findings: 'reader',
    savings: 'reader',
    scorecards: 'reader',
    scorecard: 'reader',
  },
  exports: { begin: 'reader', list: 'reader', stop: 'reader', remove: 'reader' },
  retention: {
    get: 'reader',
    plan: 'administrator',
    setPolicy: 'administrator',
    begin: 'administrator',
    stop: 'administrator',
    bundles: 'reader',
    // In an office as above: an administrator's.
    locate: 'adjuster',
    open: 'adjuster',
  },
  dataSubject: {
    get: 'reader',
    find: 'supervisor',
    stop: 'supervisor',
    forget: 'supervisor',
    records: 'supervisor',
    export: 'supervisor',
  },
  absences: { list: 'reader', get: 'reader', setSeen: 'adjuster' },
  // How the console looks is everybody's, but in an office, where each desk keeps its own; the rest is an administrator's.
  settings: { get: 'reader', update: 'reader' },
  connection: {
    get: 'reader',
    trust: 'administrator',
    checkReach: 'administrator',
    testCall: 'administrator',
    checkCertificate: 'administrator',
    makeTrialCertificate: 'administrator',
    collectPassphrase: 'administrator',
    passphrase: 'reader',
    forgetPassphrase: 'administrator',
  },
  receiverKeys: {
    list: 'reader',
    generate: 'administrator',
    collect: 'administrator',
    handOver: 'administrator',
    retire: 'administrator',
  },
  shell: {
    capabilities: 'anyone',
    recheckKeychain: 'adjuster',
    openSampleData: 'reader',
    // It ends what is received here.
    joinOffice: 'administrator',
    chooseFolder: 'adjuster',
    chooseFile: 'adjuster',
  },
  desktop: {
    get: 'reader',
    set: 'administrator',
    updates: 'reader',
    checkForUpdate: 'administrator',
    actOnUpdate: 'administrator',
    setUpdateFeed: 'administrator',
  },
  changes: 'reader',
};

type NamesOf<Part, Before extends string = ''> = {
  [Name in keyof Part & string]: Part[Name] extends Least
    ? `${Before}${Name}`
    : NamesOf<Part[Name], `${Before}${Name}.`>;
}[keyof Part & string];
/** A procedure by its rooms and name, as `records.setReviewed`. */
export type ProcedureName = NamesOf<typeof leastRoles>;

/** The least role of a procedure by its path; what is not in the table is an administrator's. */
export function leastOf(path: readonly string[]): Least {
  let found: unknown = leastRoles;
  for (const name of path)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
  return [...roles, 'anyone' as const].find((least) => least === found) ?? 'administrator';
}

/** Whether a role may do what needs another at the least; null is nobody. */
export const mayDo = (role: Role | null, least: Least): boolean =>
  least === 'anyone' || (role !== null && roles.indexOf(role) >= roles.indexOf(least));
