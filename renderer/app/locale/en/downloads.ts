import type { downloads as esDownloads } from '../es/downloads.ts';
import type { Translated } from '../translated.ts';

export const downloads: Translated<typeof esDownloads> = {
  title: 'Downloads',
  state: {
    queued: 'Queued',
    awaitingApproval: 'Awaits approval',
    downloading: 'Downloading',
    stored: 'Stored',
    failed: 'Failed',
    refused: 'Not downloaded',
  },
  role: { picture: 'Photo', document: 'Document' },
  problem: {
    noAddress: 'It came without an address to download from.',
    notAnAddress: 'What came as its address is none.',
    relativeAddress: 'The address came incomplete: its server is missing.',
    schemeNotAllowed: 'The address is neither https nor http.',
    httpNotAllowed: 'The address is unencrypted (http), which is not allowed.',
    namesUser: 'The address carries a user or a password.',
    portNotAllowed: 'The address uses a port that is not allowed.',
    hostNotApproved: 'Nobody has approved this server yet.',
    hostRefused: 'The server is refused.',
    redirectHostNotApproved: 'The server points to another one, or another port, that nobody has approved.',
    addressNotPublic: 'The address leads into a private network. For safety it is not downloaded.',
    tooManyRedirects: 'The server points from one address to the next without an end.',
    badRedirect: 'The server points to an address that is of no use.',
    dnsFailed: 'The server cannot be found by its name.',
    unreachable: 'The server could not be reached.',
    tls: 'No secure connection to the server could be made.',
    timeout: 'The download took too long.',
    httpStatus: 'The server answered with an error.',
    notHttp: 'What answered is no file server.',
    closedEarly: 'The connection broke before the end.',
    tooLarge: 'The file is larger than allowed.',
    empty: 'The file came empty.',
    encodingNotAllowed: 'The server compresses it in a way that is not accepted.',
    badEncoding: 'What came is badly compressed and cannot be opened.',
    tooManyOfRecord: 'Its record has more files than are downloaded by themselves.',
    diskLow: 'The disk is almost full.',
    placeAway: 'The place where photos and documents are kept cannot be reached.',
    writeFailed: 'It could not be written to the disk.',
    contentDamaged: 'The stored file was damaged.',
    contentMissing: 'The stored file is gone.',
  },
  problemAdvice: {
    noAddress:
      'The record names the file but does not say where it is. Ask the marketplace to send it again with its address; it is then downloaded by itself.',
    notAnAddress:
      'There is nowhere to look for it. Ask the marketplace to send the record again with the whole address.',
    relativeAddress:
      'Only the path came. If the files are on the platform, type its address in the settings; if not, ask the marketplace for the whole address.',
    schemeNotAllowed:
      'For safety, files are downloaded only over https, or over http from a server approved for it. Ask the marketplace for another address.',
    httpNotAllowed:
      'Unencrypted, anybody on the way can see or change the file. Ask for an https address or, if you trust server and network, approve the server unencrypted.',
    namesUser:
      'For safety, users and passwords that come in an address are never used. Ask the marketplace for the address without them.',
    portNotAllowed:
      'That port belongs to another kind of service, and calling it could do harm. Ask the marketplace for the right address.',
    hostNotApproved:
      'Nothing is downloaded from a new server, or another port of a known one, until somebody approves it. One click will do; what waits is downloaded at once.',
    hostRefused:
      'Somebody decided to download nothing from it. If that should change, change the decision on the server.',
    redirectHostNotApproved:
      'The file is really on another server or at another port. If you know it, approve it; the file is downloaded at once.',
    addressNotPublic:
      'Such an address can point at machines in your own office. Ask the marketplace for a public address, and tell them: it should never have sent this one.',
    tooManyRedirects:
      'The server is badly configured. Tell the marketplace and, once they have put it right, retry.',
    badRedirect:
      'The server is badly configured, or points to a place that is not allowed. Tell the marketplace and, once they have put it right, retry.',
    dnsFailed:
      'The name does not exist, or there is no internet here. It is tried again by itself; if other downloads work, tell the marketplace.',
    unreachable: 'It may be off, or there is no internet here. It is tried again by itself; nothing is lost.',
    tls: 'There is no telling whether the server is who it says, so nothing is asked of it. Tell the marketplace; it is tried again later.',
    timeout:
      'It is tried again by itself. If the file is large or the connection slow, raise the time limit in the settings.',
    httpStatus:
      'The file may be gone, its link may have expired, or it may need permission. It is tried again later; if it goes on, ask the marketplace for the file.',
    notHttp: 'There is no web server at that address. Ask the marketplace to check it.',
    closedEarly: 'Nothing is kept by halves: it is tried again by itself, from the start.',
    tooLarge:
      'What had come was removed. If the file is needed, raise the largest size in the settings and retry.',
    empty: 'On its server the file has no content. Ask the marketplace to upload it again.',
    encodingNotAllowed: 'Tell the marketplace and, once they have put it right, retry.',
    badEncoding:
      'The server failed to compress it, or it was damaged on the way. It is tried again by itself.',
    tooManyOfRecord:
      'This one is over the limit of a record, which protects disk and connection. Retry to fetch it, or raise the limit in the settings.',
    diskLow: 'Downloads stop so that Perito can go on receiving. Free some space: they go on by themselves.',
    placeAway:
      "What has arrived waits on Perito's computer and is stored as soon as the place is back; nothing is lost. Settings, Database says what is wrong.",
    writeFailed:
      'See that the disk has room and that Perito may write to its data folder. It is tried again by itself.',
    contentDamaged: 'When checked, its bytes were no longer those that came. It is downloaded again.',
    contentMissing: 'Something removed it from the data folder of Perito. It is downloaded again.',
  },
  certificate: {
    unknownAuthority: {
      problem: "The server's certificate is of an authority that Perito's computer does not know.",
      advice:
        "If an antivirus or a proxy looks into your office's connections, ask whoever looks after the computers to install that program's certificate in the system's store and restart Perito, or name its file in Settings, Photos and documents. If there is none, tell the marketplace. Until then nothing is asked of the server; it is tried again later.",
    },
    expired: {
      problem: "The server's certificate has expired.",
      advice:
        "Check the date and time of Perito's computer. If they are right, tell the marketplace, so that it is renewed. Until then nothing is asked of the server; it is tried again later.",
    },
    notYetValid: {
      problem: "The server's certificate is not in force yet.",
      advice:
        "Nearly always the date of Perito's computer is behind: check it. If it is right, tell the marketplace. Until then nothing is asked of the server; it is tried again later.",
    },
    otherName: {
      problem: "The server's certificate is of another name.",
      advice:
        'There is no telling whether it is that server that answers. It happens in networks that ask you to sign in on a page first; if other downloads work, tell the marketplace. Until then nothing is asked of it; it is tried again later.',
    },
  },
  contentProblem: {
    notWhatItSays: 'It is of another type than it says.',
    incomplete: 'Its end is missing.',
    unknownType: 'It is neither a photo nor a PDF.',
    activeContent: 'It holds code that could run.',
    polyglot: 'It is of two types at once.',
    tooManyPixels: 'The picture is too large to be opened here.',
    notDecodable: 'The picture is damaged.',
    decoderFailed: 'It could not be examined.',
  },
  contentProblemAdvice: {
    notWhatItSays: 'It is shown for what it really is: its content counts, not its name.',
    incomplete:
      'It is shown as far as it goes. Ask the marketplace to upload it again if what is missing matters.',
    unknownType:
      'JPEG, PNG, WebP, GIF, HEIC and PDF are shown here. You can save it and open it with another program, if you trust its sender.',
    activeContent:
      'It is HTML, SVG, XML or a program, whatever its name. It is not opened here; save it only if you trust its sender.',
    polyglot:
      'Such a file usually hides something. It is not opened here; ask the marketplace for the original photo or document.',
    tooManyPixels:
      'Opening it would take too much memory. You can save it and open it with another program, if you trust its sender.',
    notDecodable:
      'It came as it is on the server. You can save it; to see it, ask the marketplace to upload it again.',
    decoderFailed:
      'The program that opens it stopped at it more than once; nothing else was affected. You can save it and open it with another program, if you trust its sender.',
  },
  source: {
    fileFullPath: 'The whole address that the record names',
    baseUrlAndFullPath: 'The server and the path that the record names',
    baseUrlAndFilename: 'The server and the file name that the record names',
    filename: 'The whole address, which came as the file name',
    platformAndFullPath: 'The address of the platform and the path that the record names',
    platformAndFilename: 'The address of the platform and the file name that the record names',
    previewFullPath: 'The address of the preview; that of the file did not come',
    baseUrlAndPreview: 'The server and the name of the preview; that of the file did not come',
    documentUrl: 'The whole address that the document names',
    platformAndDocumentUrl: 'The address of the platform and the path that the document names',
  },
  summary: {
    idle: 'Everything is downloaded',
    idleWaiting: 'Nothing is being downloaded now',
    paused: 'Paused: nothing is downloaded',
    pausing: 'Paused: only what was arriving is finished',
    diskLow: 'The disk is almost full: nothing is downloaded. Free some space and it goes on by itself',
    placeAway: 'The place of photos and documents cannot be reached: downloads wait, and go on by themselves',
    downloading_one: 'Downloading {{figure}} file',
    downloading_other: 'Downloading {{figure}} files',
    unexamined_one: '{{figure}} stored, to be examined',
    unexamined_other: '{{figure}} stored, to be examined',
    pause: 'Pause downloads',
    resume: 'Continue downloads',
    nowPaused: 'Downloads paused',
    nowResumed: 'Downloads go on',
  },
  band: {
    paused: 'Downloads of photos and documents are paused.',
    diskLow: 'The disk is almost full: new photos and documents are not downloaded until there is room.',
    placeAway:
      'The place where photos and documents are kept cannot be reached. New ones wait, older ones may not be shown; nothing is lost.',
    see: 'See downloads',
  },
  filter: {
    label: 'Show',
    all: 'All',
    downloading: 'Downloading',
    queued: 'Queued',
    awaitingApproval: 'To approve',
    failed: 'Failed',
    refused: 'Not downloaded',
  },
  empty: {
    all: {
      title: 'Nothing is left to download',
      text: 'Photos and documents that a report or an invoice names show here while they are downloaded, wait or fail.',
    },
    downloading: {
      title: 'Nothing is being downloaded',
      text: 'What is arriving will show here, with its progress.',
    },
    queued: { title: 'Nothing queued', text: 'What waits for its turn will show here.' },
    awaitingApproval: {
      title: 'No file awaits approval',
      text: 'When one comes from a new server, it will wait here until somebody decides.',
    },
    failed: {
      title: 'No download failed',
      text: 'What cannot be fetched after several tries will show here, with the reason.',
    },
    refused: {
      title: 'Nothing was left out',
      text: 'What is not downloaded for safety will show here, with the reason.',
    },
  },
  row: {
    noHost: 'no server',
    soon: 'Retried at once',
    next: 'Retry in {{minutes}} min',
    nextAt: 'Retry: {{when}}',
  },
  retry: {
    attachment: 'Retry',
    all: 'Retry those that failed',
    begun_one: '{{count}} file is downloaded again',
    begun_other: '{{count}} files are downloaded again',
    none: 'There was nothing to retry: it is downloaded, or its server is not approved.',
  },
  detail: {
    label: 'Download of {{name}}',
    stored: 'It is downloaded and stored.',
    seeIn: 'It shows in {{number}}',
    downloading: 'Arriving right now',
    bytes: '{{done}} of {{total}}',
    bytesOpen: '{{done}} so far',
    waits: 'It waits for its turn in the queue.',
    waitsPaused: 'It waits for its turn; downloads are paused.',
    section: { reason: 'Why it is not here', now: 'How it goes', host: 'Server', file: 'File' },
    address: 'Address, without its parameters',
    addressNone: 'None can be found in the record',
    source: 'Where the address came from',
    attempts: 'Tries',
    last: 'Last try',
    next: 'Next try',
    nextIn: 'in {{minutes}} min',
    nextSoon: 'at once',
    nextNever: 'It is not tried again by itself',
    caption: 'Type, as the report has it',
    declaredType: 'Its sender says',
    notDeclared: 'Not what type it is',
    pointer: 'Place in the JSON',
    mediaType: 'Content type, as the sender says',
    toSettings: 'See the limits',
    toPlatform: 'See the address of the platform',
  },
  hosts: {
    title: 'Servers',
    about:
      'Files are downloaded only from servers that the insurer approved. Each port of a server is approved by itself; where none is shown, it is 443.',
    pending_one: '{{count}} server awaits your decision',
    pending_other: '{{count}} servers await your decision',
    pendingTitle: 'Await your decision',
    decidedTitle: 'Decided',
    none: {
      title: 'No server yet',
      text: 'When a report names photos or documents on a new server, it will show here for you to approve or refuse with one click.',
    },
    nonePending: 'No server awaits your decision.',
    waiting_one: '{{figure}} file waits',
    waiting_other: '{{figure}} files wait',
    waitingMany: '{{figure}} files or more wait',
    waitingNone: 'No file waits',
    counting: 'The files that wait are being counted…',
    from: 'from',
    andMore: 'and {{count}} more',
    andOthers: 'and others',
    example: 'For example',
    http: 'Some of these files come unencrypted (http): anybody on the way could see or change them. “{{approve}}” downloads only what comes encrypted.',
    approve: 'Approve',
    approveEncrypted: 'Approve encrypted only',
    approveHttp: 'Approve unencrypted too',
    requireEncryption: 'Require encryption',
    refuse: 'Refuse',
    takeBack: 'Take the decision back',
    named: '{{act}}: {{host}}',
    port: 'Port {{port}}',
    onlyPort: 'The decision holds for port {{port}} of this server alone.',
    otherPorts: 'Other ports of it are decided: {{list}}.',
    otherPort: '{{port}} ({{decision}})',
    decision: { approved: 'Approved', refused: 'Refused', pending: 'Undecided' },
    unencrypted: 'Unencrypted too',
    fromCommandLine: 'Given at the start',
    fromCommandLineAbout: 'For this run; it is changed on the command line.',
    decided: 'by {{who}}, {{when}}',
    done: {
      approved: '{{host}} approved: what waited is downloaded',
      refused: '{{host}} refused: nothing is downloaded from it',
      pending: '{{host}} is undecided; what comes will wait',
    },
    error: {
      fromCommandLine: 'That server was given at the start, for this run; it cannot be changed here.',
      notAHost: 'That is not the name or address of a server, with or without a port.',
    },
  },
  settings: {
    about:
      'The photos and documents that reports name are downloaded by themselves, stored here, and can be seen offline.',
    maximumMegabytes: 'Largest file (MB)',
    maximumMegabytesHelp: 'What is larger is not stored.',
    maximumSeconds: 'Longest download (seconds)',
    maximumSecondsHelp: 'From start to end; then it is tried again.',
    maximumPerRecord: 'Files of a record',
    maximumPerRecordHelp: 'Those that are downloaded by themselves; the others by hand.',
    perHost: 'Downloads at a time from one server',
    perHostHelp: 'More is faster, and more load for the server.',
    outOfRange: 'A whole number from {{from}} to {{to}}.',
    sendPlatformKey: 'Send the platform key with each download',
    sendPlatformKeyAbout:
      'Only if the platform asks for it before it hands photos out. As a rule it does not.',
    sendPlatformKeyWarning:
      'The key that identifies the insurer will be sent to the server of the platform, and to no other, with every photo and document that is downloaded from it. Switch it on only if the marketplace asked you to.',
    hosts: 'Approved and refused servers',
    hostsAbout: 'They are decided in Downloads, one by one.',
    hostsLink: 'See the servers',
    check: {
      title: 'Check what is stored',
      about:
        'Reads every stored photo and document and compares it with the fingerprint that it had when it came. What is damaged or missing is downloaded again. It may take a while; work goes on meanwhile.',
      run: 'Check now',
      running: 'Checking…',
      progress: '{{checked}} of {{total}} checked',
      never: 'It has not been checked yet.',
      good: 'Everything is as it came.',
      nothing: 'Nothing was stored yet.',
      bad: 'There was damage: what is damaged or missing is downloaded again.',
      when: 'Checked {{when}}',
      checked: 'Checked',
      damaged: 'Damaged',
      missing: 'Missing',
      orphans: 'Left-overs removed',
      aside: 'Files put aside',
      asideAbout:
        'Files put aside belong to no record of this database, as happens when an older backup is restored. They are not deleted: they are in the folder attachments/orphaned, inside the data folder.',
    },
  },
};
