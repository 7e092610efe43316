/** The hours in which nothing was received, and what the marketplace may have called. */
export const absences = {
  about:
    'When nothing was received, and what the marketplace may have called meanwhile. Perito does not know what did not arrive: what follows is a hint.',
  none: 'Since this is kept, Perito has received without a break of more than a minute.',
  band: {
    today: 'Between {{from}} and {{until}} nothing was received',
    why: {
      closed: 'Perito was closed.',
      killed: 'Perito or its computer went down suddenly.',
      asleep: 'Perito’s computer slept.',
      notListening: 'Perito could take no calls.',
    },
    more_one: '{{count}} earlier break has not been read.',
    more_other: '{{count}} earlier breaks have not been read.',
    see: 'What may have come',
    read: 'Got it',
  },
  why: {
    closed: 'Perito was closed',
    killed: 'Perito or its computer went down suddenly',
    asleep: 'Perito’s computer slept',
    notListening: 'Perito could take no calls',
  },
  span: '{{from}} – {{until}}',
  long: { minutes: '{{minutes}} min', hours: '{{hours}} h {{minutes}} min', days: '{{days}} d {{hours}} h' },
  seen: 'Read by {{who}}',
  show: 'What may have come',
  hide: 'Hide',
  usual: {
    title: 'What usually comes in such a time',
    weeks_one: 'By what came the week before, on the same days at the same hours:',
    weeks_other: 'Average of the {{count}} weeks before, on the same days at the same hours:',
    nothing: 'At such hours nothing usually comes.',
    unknown: 'Nothing was received long enough before to compare with.',
    about: 'about {{calls}}',
    few: 'now and then',
  },
  kinds: {
    purchaseOrder: 'Purchase orders',
    serviceOrder: 'Service orders',
    incidentReport: 'Incident reports',
    financialDocument: 'Documents',
    ask: 'Requests to cancel',
    lookup: 'Policy lookups',
  },
  gaps: {
    title: 'Hint: numbers of the marketplace that are missing',
    gap_one:
      'Between {{before}} and {{after}}, {{missing}} number is missing. Before, {{usually}} were missing between two.',
    gap_other:
      'Between {{before}} and {{after}}, {{missing}} numbers are missing. Before, {{usually}} were missing between two.',
    others: 'They may be those of other insurers.',
  },
  open: {
    waiting_one: '{{count}} cancellation waits for an answer: the marketplace may have asked again.',
    waiting_other: '{{count}} cancellations wait for an answer: the marketplace may have asked again.',
    see: 'Cancellations',
  },
  todo: {
    title: 'What to do',
    text: 'Ask the marketplace to repeat the calls of that time. What was kept already keeps its number and is not doubled.',
    copy: 'Copy the request',
    copied: 'Request copied',
    request:
      'Our receiver took no calls between {{from}} and {{until}} (time of the Dominican Republic). Please repeat the calls of that time; those that were kept already keep their number.',
  },
} as const;
