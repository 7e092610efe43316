import type { incidents as esIncidents } from '../es/incidents.ts';
import type { Words } from '../words.ts';

export const incidents: Words<typeof esIncidents> = {
  noVehicle: 'Vehicle not identified',
  noType: 'This incident',
  type: { fire: 'Fire', theft: 'Theft', collision: 'Collision', glass: 'Glass', other: 'Other' },
  by: {
    intermediary: 'by the workshop or intermediary',
    insured: 'by the insured',
  },
  section: {
    photos: 'Photographs',
    policy: 'Policy',
    facts: 'Incident',
    parts: 'Parts',
    services: 'Services',
    documents: 'Documents',
    insurerForm: 'The insurer’s form',
    form: 'The incident form',
  },
  photos: {
    count_one: '{{count}} photo',
    count_other: '{{count}} photos',
  },
  policy: {
    notFound: 'Not in the policy book',
    cannot: 'Without a policy, a VIN or the incident’s date it cannot be checked.',
    insured: 'Insured, as reported',
    owner: 'Policy owner',
    phone: 'Phone',
    address: 'Address',
    period: 'Period',
    fromTo: '{{from}} – {{to}}',
    open: 'no limit',
    coverages: 'Coverages',
  },
  time: {
    turned: 'Received as {{at}}; shown in Dominican time.',
    doubt: 'If the zone came by mistake, it was {{day}}.',
  },
  facts: {
    incidentAt: 'Happened',
    place: 'Place',
    vehicle: 'Vehicle',
    reportedBy: 'Reported',
    authorities: 'Authorities notified',
    createdBy: 'Created by',
    createdOn: 'Created',
    localTime: 'local time {{at}}',
    createdAt: 'Created in',
    insurer: 'Insurer',
    marketplaceId: 'Report at the marketplace',
  },
  lines: {
    part: 'Part',
    service: 'Service',
    action: 'Action',
    quantity: 'Qty',
    repair: 'Repair',
    replace: 'Replace',
    labour: 'labour',
    labourAndPart: 'labour + part (market average)',
    both: '{{labour}} + {{part}}',
    noAverage: '{{labour}} + part without a market average',
    each: '{{price}} each',
    market: 'Market: min – avg – max',
    unitPrice: 'Price',
    amount: 'Amount',
    parts_one: '{{count}} part',
    parts_other: '{{count}} parts',
    services_one: '{{count}} service',
    services_other: '{{count}} services',
  },
  totals: {
    repair: 'If all are repaired (labour)',
    replace: 'If all are replaced (labour + part, market average)',
    repairMissing_one:
      'Repairing all cannot be summed: price or quantity of {{count}} part is missing ({{names}}). The others come to {{known}}.',
    repairMissing_other:
      'Repairing all cannot be summed: price or quantity of {{count}} parts is missing ({{names}}). The others come to {{known}}.',
    replaceMissing_one:
      'Replacing all cannot be summed: labour or market average of {{count}} part is missing ({{names}}). The others come to {{known}}.',
    replaceMissing_other:
      'Replacing all cannot be summed: labour or market average of {{count}} parts is missing ({{names}}). The others come to {{known}}.',
    services: 'Total of services',
  },
  form: { cut: 'The first {{count}} fields are shown; the rest is in the JSON.' },
};
