/** Bodies that are too much of something, one for every list and object of the interface and every way to be too much. */
import {
  purchaseOrderCancellationDetails,
  serviceOrderCancellationDetails,
} from '../../shared/marketplace/cancellation.ts';
import { financialDocumentDetails } from '../../shared/marketplace/financial-document.ts';
import { incidentReportModel } from '../../shared/marketplace/incident-report.ts';
import { purchaseOrderDetails } from '../../shared/marketplace/purchase-order.ts';
import { serviceOrderDetails } from '../../shared/marketplace/service-order.ts';
import { type Field, fieldsOf, readingLimits } from '../../shared/marketplace/tolerant-reader.ts';
import type { RecordKind } from '../../shared/terms.ts';

export interface HostileBody {
  name: string;
  path: string;
  /** Null of a call that is no record. */
  kind: RecordKind | null;
  text: string;
}

interface Resource {
  name: string;
  path: (id: number) => string;
  kind: RecordKind | null;
  idName: string;
  field: Extract<Field, { type: 'object' }>;
}

const resources: readonly Resource[] = [
  {
    name: 'purchase order',
    path: () => '/PurchaseOrders',
    kind: 'purchaseOrder',
    idName: 'purchaseOrderId',
    field: fieldsOf(purchaseOrderDetails),
  },
  {
    name: 'service order',
    path: () => '/ServiceOrders',
    kind: 'serviceOrder',
    idName: 'serviceOrderId',
    field: fieldsOf(serviceOrderDetails),
  },
  {
    name: 'incident report',
    path: () => '/incidentReports',
    kind: 'incidentReport',
    idName: 'incidentReportFormId',
    field: fieldsOf(incidentReportModel),
  },
  {
    name: 'document',
    path: () => '/financialDocuments',
    kind: 'financialDocument',
    idName: 'documentId',
    field: fieldsOf(financialDocumentDetails),
  },
  {
    name: 'cancel call of a purchase order',
    path: (id) => `/PurchaseOrders/${id}/cancel`,
    kind: null,
    idName: 'purchaseOrderId',
    field: fieldsOf(purchaseOrderCancellationDetails),
  },
  {
    name: 'cancel call of a service order',
    path: (id) => `/ServiceOrders/${id}/cancel`,
    kind: null,
    idName: 'serviceOrderId',
    field: fieldsOf(serviceOrderCancellationDetails),
  },
];

/** Just below what is taken, in characters of one byte. */
const size = 8 * 1024 * 1024 - 2000;

/** `one` as often as there is room for, joined by commas. */
const filled = (one: string, room = size): string =>
  `${one},`.repeat(Math.floor(room / (one.length + 1))).slice(0, -1);

/** Members of which no two have one name, as many as there is room for. */
function members(around: (member: string) => string = (member) => member): string {
  const made: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const member = around(`"x${index.toString(36)}":0`);
    made.push(member);
    length += member.length + 1;
  }
  return made.slice(0, -1).join();
}

type Make = (field: Field) => string;

/** The ways to be too much that a list has. */
const lists: Readonly<Record<string, Make>> = {
  'empty elements': () => `[${filled('{}')}]`,
  'as many empty elements as are walked': () => `[${'{},'.repeat(readingLimits.elements - 1)}{}]`,
  'as many whole elements as are walked': (list) => {
    const one = elementOf(list);
    return `[${`${one},`.repeat(Math.min(readingLimits.elements, Math.floor(size / (one.length + 1))) - 1)}${one}]`;
  },
  'whole elements': (list) => `[${filled(elementOf(list))}]`,
  numbers: () => `[${filled('1')}]`,
  'nested elements': () => `[${filled(`${'{"a":['.repeat(90)}${']}'.repeat(90)}`)}]`,
  'elements of other names each': () => `[${members((member) => `{${member}}`)}]`,
};

/** And those of an object. */
const objects: Readonly<Record<string, () => string>> = {
  names: () => `{${members()}}`,
  levels: () => `${'{"a":'.repeat(levels)}[${filled('1', size - 6 * levels)}]${'}'.repeat(levels)}`,
};
/** As many as are taken, nearly. */
const levels = 490;

const texts: Readonly<Record<string, () => string>> = {
  characters: () => `"${'a'.repeat(size)}"`,
  escapes: () => `"${'\\u0061'.repeat(Math.floor(size / 6))}"`,
  digits: () => '9'.repeat(size),
};

/** An element with every member of the interface. */
function elementOf(list: Field): string {
  const element = list.type === 'list' ? list.element : list;
  if (element.type !== 'object') return '1';
  return `{${element.members.map(([name, member]) => `"${name}":${sampleOf(member)}`).join()}}`;
}

function sampleOf(field: Field): string {
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return '12.5';
    case 'list':
      return '[]';
    case 'object':
    case 'anyObject':
      return '{}';
    case 'truth':
      return 'true';
    default:
      return '"Bumper delantero"';
  }
}

/** All of them, one after the other; each has an id of its own. */
export function* hostileBodies(): Generator<HostileBody> {
  let id = 5000;
  for (const resource of resources) {
    for (const { what, members: too } of everyMember(resource)) {
      id += 1;
      // An order has a line or more, whatever else it has.
      const items = resource.kind === 'purchaseOrder' && !too.startsWith('"items"') ? '"items":[{}],' : '';
      yield {
        name: `${resource.name}: ${what}`,
        path: resource.path(id),
        kind: resource.kind,
        text: `{"${resource.idName}":${id},${items}${too}}`,
      };
    }
  }
}

function* everyMember({ field }: Resource): Generator<{ what: string; members: string }> {
  for (const [name, part] of field.members) {
    const ways = part.type === 'list' ? lists : part.type.match(/bject$/) === null ? {} : objects;
    for (const [how, make] of Object.entries(ways)) {
      yield { what: `${name}, ${how}`, members: `"${name}":${make(part)}` };
    }
  }
  for (const [how, make] of Object.entries(texts))
    yield { what: `comments, ${how}`, members: `"comments":${make()}` };
  for (const [how, make] of Object.entries(objects))
    yield { what: `unknown, ${how}`, members: `"unknown":${make()}` };
  yield { what: 'itself, names', members: members() };
}
