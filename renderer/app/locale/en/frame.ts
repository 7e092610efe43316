import type { common as esCommon, frame as esFrame } from '../es/frame.ts';
import type { Translated } from '../translated.ts';

export const frame: Translated<typeof esFrame> = {
  product: 'Perito',
  skip: 'Skip to content',
  waiting: {
    title: 'Asked to cancel',
    summary: '{{seconds}} s · {{number}} · {{amount}}',
    withoutAmount: '{{seconds}} s · {{number}}',
    more_one: '{{count}} more waits',
    more_other: '{{count}} more wait',
  },
  rail: {
    label: 'Sections',
    inbox: 'Inbox',
    cancellations: 'Cancellations',
    incidents: 'Incidents',
    purchaseOrders: 'Purchase orders',
    serviceOrders: 'Service orders',
    documents: 'Documents',
    claims: 'Claims',
    figures: 'Figures',
    policies: 'Policies',
    downloads: 'Downloads',
    rejected: 'Rejected deliveries',
    settings: 'Settings',
    needs: 'to attend to',
  },
  search: {
    label: 'Search',
    placeholder: 'Search claim, policy, VIN, RNC, NCF…',
    clear: 'Clear the search',
  },
  person: { none: 'Say who you are', label: 'Person on this computer: {{name}}' },
  receiver: {
    label: 'Receiver:',
    starting: 'Starting',
    listening: 'Listening',
    noKey: 'No key',
    notStoring: 'Not storing',
    failed: 'Not receiving',
    stopped: 'Stopped',
    unknown: 'No word',
    lastCall: 'last call {{when}}',
    noCall: 'no calls yet',
    explain: {
      starting: 'The receiver is starting.',
      listening:
        'Perito listens at {{url}}. Whether the marketplace gets this far is checked apart, in Settings, Connection.',
      noKey: 'The marketplace has no key: until there is one, no call is served.',
      notStoring: 'What arrives cannot be stored: calls are refused and the marketplace has to repeat them.',
      failed: 'The receiver could not open its address: no call arrives.',
      stopped: 'The receiver is stopped: no call arrives.',
      unknown: 'This screen does not reach the program; the receiver may well be working.',
    },
    error: {
      addressInUse: 'Another program has that port. Choose another port or close the other program.',
      addressNotAvailable:
        'Perito’s computer does not have that address. Choose another one in the settings.',
      certificate:
        'It is to answer over HTTPS and its certificate cannot be taken. In Settings, Receiver and HTTPS, it says why and what to do.',
      permission:
        'The system does not allow that port. If it is below 1024, use a higher one; if the service’s unit allows certain ports only (SocketBindAllow), add it there.',
      diskLow: 'The disk is almost full. Free some space: it resumes by itself.',
      databaseGone:
        'The files that keep what arrives were deleted or replaced while Perito was working. Close Perito; whoever looks after the computer has to put them back or restore a backup before it is opened again.',
      databaseAway:
        'The database server does not answer, and another Perito may have taken over. The marketplace is told to come again; Perito goes on by itself once the server answers, or stands by where another leads.',
      databaseFailed:
        'The file that keeps what arrives failed. Close Perito and open it again; if it goes on, whoever looks after the computer has to restore a backup.',
      other: 'Something keeps the receiver from working.',
    },
  },
  keychain: {
    works: 'The keychain keeps the keys',
    locked: 'Keychain locked',
    absent: 'No keychain',
    failed: 'Keychain failing',
    /** Where the system's does not work and the desktop encrypts them. */
    safeStorage:
      'The desktop of Perito encrypts the keys with the system and keeps them beside the data. The system keychain is not used; once it works, they move to it.',
    explain: {
      works: 'Keys are kept in the system keychain.',
      locked:
        'The system keychain is locked. Calls are still authenticated; unlock it to keep a key or hand one over.',
      absent:
        'Perito’s computer has no keychain. New keys work for receiving, but their secret is only remembered until Perito closes.',
      failed:
        'The system keychain does not answer well. Calls are still authenticated; the secret of a new key is only remembered until Perito closes.',
    },
    problem: {
      locked: 'Unlock it with its password and check again.',
      noSession: 'Perito does not run inside a desktop session, and without one no keychain can be reached.',
      noService: 'No keychain program is installed, such as gnome-keyring or KWallet.',
      noKeyring:
        'The account that runs Perito has no keyring yet. Make a default one in the passwords program and check again.',
      noModule:
        'This installation of Perito lacks the part that speaks with the keychain. Have it completed.',
      noAnswer: 'It did not answer in time. It may be asking for its password in another window.',
      otherValue: 'It gave back something else than was kept: no key is trusted to it.',
      other: 'It gave an error that Perito does not know.',
    },
  },
  link: {
    never: 'Perito does not answer. It may be closed or starting; it is tried again by itself.',
    lost: 'No connection to Perito. What you see is from {{time}} and may be out of date.',
    retry: 'Retry now',
    signedOut: 'The session is over. Open Perito again from its link to go on.',
  },
  engine: {
    at: 'at {{time}}',
    atOne: 'at {{time}}',
    away: {
      crashed: 'Perito was interrupted {{at}} through a fault and comes back by itself.',
      outOfMemory: 'Perito was interrupted {{at}} for lack of memory and comes back by itself.',
      cannotStart:
        'Perito was interrupted {{at}} and cannot start again; it keeps trying. If it is not back in some minutes, close it and open it again, or tell whoever looks after the computer.',
      diskFull:
        'Perito cannot open its database {{at}}: the disk is full. Free some space, and it comes back by itself.',
      receiving:
        'What arrives is still received and kept; a cancellation that nobody can decide in time is answered "in review".',
      shown: 'What you see is from before; what you type stays here.',
      notReceiving: 'Nothing is received either: the marketplace has to repeat its calls.',
    },
    back: {
      crashed: 'Perito was interrupted {{at}} for {{long}} through a fault.',
      outOfMemory: 'Perito was interrupted {{at}} for {{long}}: it lacked memory.',
      cannotStart: 'Perito was interrupted {{at}} for {{long}}: it could not start.',
      databaseDamaged: 'Perito was without its database {{at}} for {{long}}: it was damaged.',
      databaseLost: 'Perito was without its database {{at}} for {{long}}.',
      diskFull: 'Perito was without its database {{at}} for {{long}}: the disk was full.',
      often: 'That makes {{times}} interruptions since it was opened: tell whoever looks after the computer.',
      seconds: '{{seconds}} s',
      minutes: '{{minutes}} min',
      listed: 'Everything that arrived has been kept and is in the lists.',
      listing_one: 'Everything that arrived has been kept; {{records}} record is still to be listed.',
      listing_other: 'Everything that arrived has been kept; {{records}} records are still to be listed.',
      read: 'Got it',
    },
    database: {
      failed:
        'Perito cannot write to its database: nothing new shows here and no change is saved. What arrives is still received and kept apart. Close Perito and open it again. If it cannot open the database then, it offers to make it anew, and nothing that was received is lost.',
      gone: 'The database was deleted or replaced while Perito was working: nothing new shows here and no change is saved. What arrives is still received and kept apart. Close Perito and, if you have it, put it back before you open Perito again. Where it is not there, Perito offers to make it anew, and nothing that was received is lost.',
    },
    damaged: {
      audit:
        'The log of what people and Perito did is not the one that was written: entries were changed or removed outside Perito. The verification says which.',
      journal:
        'A check in the background found the journal of what arrived damaged: something in it is not as it came. What arrives is still received and kept. Close Perito, keep a copy of its data folder and restore a backup.',
    },
  },
  book: {
    incomplete:
      'The policy book lacks what was lost with the database: a lookup of a policy that is not in it is not answered, rather than told that there is none. Import the book again.',
    import: 'Import',
  },
  arrivals: {
    band_one: '{{records}} record arrived that is not in the lists yet; it shows in a moment.',
    band_other: '{{records}} records arrived that are not in the lists yet; they show as they are listed.',
  },
  examining: {
    band_one:
      '{{revisions}} record that arrived is still to be examined. Its findings, and the amounts of its claim, are not there yet.',
    band_other:
      '{{revisions}} records that arrived are still to be examined. Their findings, and the amounts of their claims, are not there yet.',
  },
  sample: 'Sample data: nothing you see is real.',
  firstRun: { band: 'Some steps of the set-up are left.', resume: 'Continue' },
  keys: {
    title: 'Keyboard shortcuts',
    open: 'See the keyboard shortcuts',
    close: 'Close',
    move: 'Move',
    here: 'On this screen',
    go: 'Go to',
    next: 'Next',
    previous: 'Previous',
    approve: 'Approve cancellation',
    refuse: 'Refuse',
    urgent: 'Open the cancellation that runs out first',
    note: 'Write a note',
    assignToMe: 'Assign to me, or give back',
    search: 'Search',
    space: 'Space',
    back: 'Back to the list',
    enter: 'Enter',
    detail: 'Into the detail',
    pages: 'Page through the detail',
    send: 'Send a text',
    select: 'Select the row',
    selectRange: 'Select on to the next row',
    selectAll: 'Select what is in the list',
  },
};

export const common: Translated<typeof esCommon> = {
  dayForm: 'mm/dd/yyyy',
  noDay: 'That is no date: write it as {{form}}.',
  openCalendar: 'Open the calendar',
  save: 'Save',
  cancel: 'Back',
  undo: 'Undo',
  see: 'See',
  retry: 'Retry',
  copy: 'Copy {{what}}',
  copyShort: 'Copy',
  copied: 'Copied',
  close: 'Close',
  selection: {
    label: 'What is selected',
    feminine_one: '{{rows}} selected',
    feminine_other: '{{rows}} selected',
    masculine_one: '{{rows}} selected',
    masculine_other: '{{rows}} selected',
    of: 'of {{total}}',
    most: '{{rows}} at a time',
    more: 'Select {{rows}}',
    all: 'Select what is in the list',
    row: 'Select {{name}}',
    clear: 'Clear selection',
  },
  looking: {
    now: 'Looking through what came before…',
    stopped: 'Not all that came before was looked through.',
    goOn: 'Keep looking',
  },
  technical: 'Technical detail',
  technicalName: 'technical detail',
  technicalData: 'Technical data',
  environmentKey: 'Configured key {{number}}',
  fileType: {
    photo: '{{form}} photo',
    document: '{{form}} document',
    file: '{{form}} file',
    unknown: 'File of another type',
  },
  actor: {
    desktop: 'somebody at the desktop',
    browser: 'somebody in the browser',
    token: 'a program',
    receiver: 'the receiver',
    engine: 'Perito',
    commandLine: 'the command line',
  },
  none: '—',
  yes: 'Yes',
  no: 'No',
  more: 'Show more',
  unsaved: 'Unsaved changes',
  loading: 'Loading',
  steps: 'Steps',
  step: { done: 'done', now: 'under way', next: 'to come' },
  progress: {
    figures: '{{done}} of {{all}}',
    percent: '{{percent}}%',
    preparing: 'One moment…',
    stop: 'Stop',
    stopping: 'Stopping…',
  },
  rowsMany: 'more than {{count}} rows',
  choose: 'Choose a row to see it here.',
  leave: {
    title: 'Leave without saving?',
    text: 'You made changes that are not saved. If you leave now, they are lost.',
    leave: 'Leave without saving',
    stay: 'Keep editing',
  },
  noSuch: {
    title: 'There is nothing here',
    text: 'What you look for is no longer there, or the address has a mistake.',
    back: 'Back',
  },
  error: {
    title: 'Could not load',
    stale: 'Last read: {{when}}.',
    away: 'Perito was interrupted and comes back by itself.',
    databaseAway:
      'The database does not answer. What was saved is not lost. If you were saving something, look whether it is there before you do it again.',
    unreachable: 'Perito does not answer. It may be closed or restarting.',
    retried: 'It is retried by itself.',
    sessionOver: 'The session is over. Open Perito again from its link.',
    signedOut: 'The screen is locked, or nobody is signed in.',
    invalid: 'Perito did not accept what was typed. Check the value and try again.',
    notFound: 'What you look for is gone, or never was.',
    notCapable: 'That is not done from this program: do it at the computer of the office, or with a browser.',
    internal: 'Perito failed to answer. Nothing that was received is lost; try again.',
    notDone: 'Not done: {{why}}',
  },
};
