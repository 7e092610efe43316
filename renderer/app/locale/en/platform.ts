import type { platform as es, findingSettings as esFindingSettings } from '../es/platform.ts';
import type { Translated } from '../translated.ts';

export const platform: Translated<typeof es> = {
  about:
    "Seven lists come from the marketplace's platform, so that names stand in place of codes. They are refreshed daily, and the last good copy is kept.",
  address: "Platform's address",
  addressHelp: 'As the marketplace gave it, for example https://api.example.do. Empty: nothing is asked.',
  addressWrong: 'A whole address that begins with https://.',
  addressHttp:
    'With http:// the key travels unencrypted. Allow it below only within a network that you trust.',
  fromCommandLine:
    'In this run {{url}} is used, the address given at the start; the one below holds afterwards.',
  allowHttp: 'Allow unencrypted http://',
  allowHttpAbout: 'For tests or a trusted network only: the key travels in the open.',
  key: {
    title: 'Key for the platform',
    about: 'The key by which the platform knows the insurer: email:secret, or its Base64 form.',
    collect: 'Enter the key',
    change: 'Change the key',
    forget: 'Forget',
    forgetText: 'Without a key the lists cannot be refreshed; the copies that are kept stay.',
    forgetConfirm: 'Yes, forget it',
    forgotten: "The platform's key was forgotten",
    clipboard: 'Copy it first; Perito takes it from the clipboard and empties that.',
    page: 'A page that works once opens, to paste it there.',
    secretIn: {
      keychain: "Kept in the system's keychain",
      memory: 'Remembered until Perito closes',
      nowhere: 'None was given',
      environment: "Configured on Perito's computer",
    },
  },
  test: {
    title: 'Test the connection',
    about: 'Makes a real call with the address and key in force and shows what was answered. Keeps nothing.',
    button: 'Test now',
    running: 'Asking…',
    good_one: 'It works: {{count}} entry understood.',
    good_other: 'It works: {{count}} entries understood.',
    url: 'Address called',
    status: 'Answer',
    contentType: 'Content type',
    time: 'Took',
    milliseconds: '{{count}} ms',
    sample: 'The first that was understood',
    body: 'What was answered',
  },
  lists: {
    title: 'Lists',
    refresh: 'Refresh all',
    refreshOne: 'Refresh',
    refreshing: 'Refreshing…',
    never: 'Never fetched',
    fetched: 'updated {{when}}',
    items_one: '{{count}} entry',
    items_other: '{{count}} entries',
    stale: 'The last good copy ({{when}}) is shown; the last try ({{tried}}) failed.',
    noCopy: 'The last try ({{tried}}) failed, and there is no copy yet.',
    show: 'Show the entries',
    hide: 'Hide',
    shape: 'Code in “{{id}}”, name in “{{name}}”',
    accept: 'Accept empty list',
    suspicious_one:
      'The platform answered with an empty list ({{when}}). The last good copy, of {{count}} entry, is kept.',
    suspicious_other:
      'The platform answered with an empty list ({{when}}). The last good copy, of {{count}} entries, is kept.',
    dropped_one: '{{count}} empty element was left out.',
    dropped_other: '{{count}} empty elements were left out.',
    names: {
      itemTypes: 'Item types',
      requestTypes: 'Tender types',
      requestStatuses: 'Tender statuses',
      purchaseOrderStatuses: 'Purchase order statuses',
      serviceOrderStatuses: 'Service order statuses',
      countries: 'Countries',
      states: 'Provinces',
    },
  },
  problem: {
    status: 'The platform answered {{status}}.',
    statuses: {
      badRequest: 'The platform says that the request is malformed (400).',
      unauthorized: 'The platform does not know the key (401). Check it with the marketplace.',
      forbidden: 'The key may not read this list (403). Ask the marketplace for it.',
      notFound: 'The platform has nothing at this address (404). Check the address.',
      serverError: 'The platform failed inside (500). It is tried again later.',
    },
    notJson: 'What was answered is not JSON.',
    mediaType: 'The answer has a content type that the interface does not allow.',
    noList: 'The answer is JSON, but no list of codes and names can be found in it.',
    emptyAnswer: 'The answer was empty.',
    tooLarge: 'The answer is too large.',
    tooManyElements:
      'The list has more than 10,000 elements, more than it can have; none was taken. Tell the marketplace.',
    timeout: 'There was no answer in time.',
    unreachable: 'The platform could not be reached. Check the address and the connection.',
    tls: 'No secure connection to the platform could be made; the key was not sent. Check the address; if it is right, tell the marketplace.',
    certificate: {
      unknownAuthority:
        "The platform's certificate is of an authority that Perito's computer does not know; the key was not sent. If an antivirus or a proxy looks into your office's connections, ask whoever looks after the computers to install that program's certificate in the system's store and restart Perito, or name its file in Settings, Photos and documents. If there is none, tell the marketplace.",
      expired:
        "The platform's certificate has expired; the key was not sent. Check the date and time of Perito's computer; if they are right, tell the marketplace, so that it is renewed.",
      notYetValid:
        "The platform's certificate is not in force yet; the key was not sent. Nearly always the date of Perito's computer is behind: check it. If it is right, tell the marketplace.",
      otherName:
        "The platform's certificate is of another name; the key was not sent. Check the address; if it is right, tell the marketplace.",
    },
    redirected:
      'The platform points to another address; the key is not sent there. Enter the final address instead.',
    noAddress: "The platform's address is missing.",
    httpNotAllowed:
      'The address begins with http://, which is not allowed here: the key would travel unencrypted.',
    noKey: "The platform's key is missing.",
    keychain: 'The keychain does not give the key. Unlock it and try again.',
    answer: 'The platform answered, in its own words:',
  },
};

export const findingSettings: Translated<typeof esFindingSettings> = {
  about: 'From what size on a difference is pointed out. A finding never blocks; it only draws attention.',
  lineTolerance: 'Tolerance of a line',
  lineToleranceHelp:
    "In the document's currency. On totals it counts once for each line, as with the tax office's receipts.",
  lineToleranceWrong: 'An amount, for example 1 or 0.50.',
  taxRates: 'Accepted ITBIS rates (%)',
  taxRatesHelp: 'Those that hold for parts and labour, separated by commas; 0 is exempt.',
  taxRatesWrong: 'Percentages separated by commas, for example 18, 0.',
  percent: 'A whole number from 0 to 1000.',
  aboveAveragePercent: 'Price above the market average (%)',
  aboveMaximumPercent: 'Price above the market maximum (%)',
  belowMinimumPercent: 'Price below the market minimum (%)',
  overInvoicedPercent: 'Invoiced above what was ordered (%)',
  later: 'Once saved, all that arrived is examined again in the background.',
  rules: {
    title: 'Findings acknowledged from then on',
    about:
      'Findings that somebody acknowledged for all that a supplier, workshop or issuer sends. What arrived with them does not count; where one is removed, it counts again.',
    none: 'None. They are made at a record, with “Acknowledge” beside a finding.',
    example: 'Like this one: {{finding}}',
    acknowledgedBy: '{{who}}, {{when}}, at {{record}}',
    heldFor_one: 'holds for {{count}} finding',
    heldFor_other: 'holds for {{count}} findings',
    heldForMany: 'holds for more than {{count}} findings',
    remove: 'Remove',
    removeNamed: 'Remove what holds for {{party}}: {{finding}}',
  },
};
