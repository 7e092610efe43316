/** Which procedures read and nothing else: what is opened read-only answers those, and refuses all others by name. */
import type { AnyContractProcedure } from '@orpc/contract';
import { type AnyRouter, isProcedure, ORPCError, os } from '@orpc/server';
import type { Contract } from '#shared/contract/contract.ts';

/** A procedure is answered where it reads the data alone; not where it is about this computer, or does anything. */
type Answer = 'answered' | 'refused';
type AnswersOf<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends AnyContractProcedure ? Answer : AnswersOf<Part[Name]>;
};

/** Of every procedure of the contract: one that is added is not compiled before it stands here. */
export const answers: AnswersOf<Contract> = {
  status: { get: 'answered' },
  people: {
    me: 'answered',
    choices: 'refused',
    signIn: 'refused',
    signOut: 'refused',
    lock: 'refused',
    unlock: 'refused',
    list: 'answered',
    save: 'refused',
    rename: 'refused',
    end: 'refused',
    setSecret: 'refused',
    signIns: 'refused',
    endSignIn: 'refused',
    signOutEverywhere: 'refused',
    release: 'refused',
    invite: 'refused',
    uninvite: 'refused',
    invitation: 'refused',
    acceptInvitation: 'refused',
  },
  // The secret of a provider, and who comes in, are of the live console.
  openId: {
    get: 'refused',
    set: 'refused',
    remove: 'refused',
    collectSecret: 'refused',
    forgetSecret: 'refused',
    test: 'refused',
    begin: 'refused',
    finish: 'refused',
    setPasswordOff: 'refused',
    unbind: 'refused',
  },
  records: {
    list: 'answered',
    rows: 'answered',
    get: 'answered',
    body: 'answered',
    addNote: 'refused',
    acknowledgeFinding: 'refused',
    withdrawAcknowledgement: 'refused',
    partyRules: 'answered',
    examineAgain: 'refused',
    setReviewed: 'refused',
    setManyReviewed: 'refused',
    choices: 'answered',
  },
  // They are of persons.
  views: { list: 'refused', save: 'refused', remove: 'refused' },
  decisions: {
    get: 'answered',
    proposed: 'answered',
    decide: 'refused',
    confirm: 'refused',
    reject: 'refused',
    withdraw: 'refused',
  },
  // It is of persons, and of what is open.
  presence: { here: 'refused' },
  inbox: { list: 'refused', visit: 'refused', done: 'refused', reopen: 'refused' },
  work: {
    assign: 'refused',
    setFlag: 'refused',
    claim: 'answered',
    assignClaim: 'refused',
    addClaimNote: 'refused',
    addReminder: 'refused',
    changeReminder: 'refused',
    setReminderDone: 'refused',
    removeReminder: 'refused',
  },
  attachments: {
    list: 'answered',
    get: 'answered',
    downloads: 'answered',
    waiting: 'answered',
    retry: 'refused',
    setPaused: 'refused',
    hosts: 'answered',
    decideHost: 'refused',
    addAnnotation: 'refused',
    changeAnnotation: 'refused',
    removeAnnotation: 'refused',
    check: 'refused',
    checked: 'answered',
  },
  cancellations: {
    list: 'answered',
    get: 'answered',
    ask: 'answered',
    decide: 'refused',
    confirm: 'refused',
    reject: 'refused',
    withdrawProposal: 'refused',
    close: 'refused',
    withdraw: 'refused',
  },
  search: { find: 'answered', suggest: 'answered' },
  // What an archive has was not counted.
  figures: {
    intake: 'refused',
    times: 'refused',
    money: 'refused',
    prices: 'refused',
    findings: 'refused',
    savings: 'refused',
    scorecards: 'refused',
    scorecard: 'refused',
  },
  claims: { list: 'answered', get: 'answered', elsewhere: 'answered', related: 'answered' },
  policies: {
    list: 'answered',
    get: 'answered',
    save: 'refused',
    remove: 'refused',
    check: 'answered',
    coverageCodes: 'answered',
    import: 'refused',
  },
  policyImports: {
    list: 'answered',
    get: 'answered',
    begin: 'refused',
    append: 'refused',
    // Reads the file that was given, and notes what it found.
    headings: 'refused',
    check: 'refused',
    apply: 'refused',
    cancel: 'refused',
    problems: 'answered',
  },
  policyLookups: { list: 'answered', get: 'answered' },
  reference: {
    list: 'answered',
    refresh: 'refused',
    accept: 'refused',
    test: 'refused',
    key: 'answered',
    collectKey: 'refused',
    forgetKey: 'refused',
  },
  rejected: {
    list: 'answered',
    get: 'answered',
    body: 'answered',
    repeatBody: 'answered',
    setSeen: 'refused',
  },
  // A bundle has some of the log: `archive verify` proves that.
  audit: { list: 'answered', get: 'answered', choices: 'answered', verify: 'refused' },
  verification: { get: 'refused', start: 'refused', stop: 'refused' },
  backups: {
    get: 'refused',
    configure: 'refused',
    checkPlace: 'refused',
    start: 'refused',
    stop: 'refused',
    list: 'refused',
    open: 'refused',
    planRestore: 'refused',
    restore: 'refused',
    stopRestore: 'refused',
  },
  database: { get: 'refused', rebuild: 'refused', stopRebuild: 'refused' },
  recovery: {
    folder: 'refused',
    forgetFolder: 'refused',
    checkFolder: 'refused',
    useFolder: 'refused',
    tryAgain: 'refused',
    collectPassword: 'refused',
    putBackVersionBefore: 'refused',
    salvage: 'refused',
    stopSalvage: 'refused',
  },
  archives: {
    signingKey: 'refused',
    count: 'refused',
    get: 'refused',
    create: 'refused',
    stop: 'refused',
    open: 'refused',
    list: 'refused',
  },
  exports: { begin: 'refused', list: 'refused', stop: 'refused', remove: 'refused' },
  retention: {
    get: 'refused',
    plan: 'refused',
    setPolicy: 'refused',
    begin: 'refused',
    stop: 'refused',
    bundles: 'refused',
    locate: 'refused',
    open: 'refused',
  },
  dataSubject: {
    get: 'refused',
    find: 'refused',
    stop: 'refused',
    forget: 'refused',
    records: 'refused',
    export: 'refused',
  },
  absences: { list: 'answered', get: 'answered', setSeen: 'refused' },
  settings: { get: 'answered', update: 'refused' },
  connection: {
    get: 'refused',
    trust: 'refused',
    checkReach: 'refused',
    testCall: 'refused',
    checkCertificate: 'refused',
    makeTrialCertificate: 'refused',
    collectPassphrase: 'refused',
    passphrase: 'refused',
    forgetPassphrase: 'refused',
  },
  receiverKeys: {
    list: 'answered',
    generate: 'refused',
    collect: 'refused',
    handOver: 'refused',
    retire: 'refused',
  },
  shell: {
    capabilities: 'answered',
    recheckKeychain: 'refused',
    openSampleData: 'refused',
    joinOffice: 'refused',
    chooseFolder: 'refused',
    chooseFile: 'refused',
  },
  desktop: {
    get: 'refused',
    set: 'refused',
    updates: 'refused',
    checkForUpdate: 'refused',
    actOnUpdate: 'refused',
    setUpdateFeed: 'refused',
  },
  changes: 'answered',
};

/** Before its input is looked at: what was meant does not matter. */
const refused = os.handler(() => {
  throw new ORPCError('READ_ONLY', {
    status: 405,
    message: 'This is open to be read: an archive or a copy, which nobody changes.',
  });
});

/** The same router with all that does not only read refused as 405, `READ_ONLY`. */
export function readingAlone(router: AnyRouter): AnyRouter {
  return withRefusals(router, answers);
}

function withRefusals(part: object, known: object): AnyRouter {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]: [string, AnyRouter]) => {
      const answer: unknown = Reflect.get(known, name);
      if (isProcedure(value)) return [name, answer === 'answered' ? value : refused];
      return [name, withRefusals(value, typeof answer === 'object' && answer !== null ? answer : {})];
    }),
  );
}
