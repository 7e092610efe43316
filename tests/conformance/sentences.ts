/**
 * What the interface says that can be checked, one row a sentence or table row, in own short words, each with the test
 * that would fail if it were not so: `file › title`, and where the title stands for many cases ` › case`.
 */
import { fieldTables } from './tables.ts';

export interface Sentence {
  /** Heading of the interface. */
  section: string;
  sentence: string;
  test: string;
}

const receiving = 'engine/receiver/deliveries.test.ts';
const refusals = 'engine/receiver/problems.test.ts';
const lookups = 'engine/receiver/policies.test.ts';
const openapi = 'engine/receiver/openapi.test.ts';
const cancel = 'engine/receiver/cancellations.test.ts';
const heldCalls = 'engine/cancellations/held-calls.test.ts';
const verdicts = 'engine/cancellations/verdicts.test.ts';
const overHttp = 'engine/cancellations/over-http.test.ts';
const keys = 'engine/keys/keys.test.ts';
const answers = 'engine/reference/answers.test.ts';
const understand = 'engine/reference/list-shape.test.ts';
const forms = 'conformance/contradictions.test.ts';
const tables = 'conformance/tables.test.ts';
const terms = 'conformance/terms.test.ts';
const book = 'conformance/policy-book.test.ts';
const reading = 'shared/marketplace/tolerant-reader.test.ts';

const registered = `${tables} › is answered 200 with its id and the number that it was given, and nothing else`;
const readBack = `${tables} › is read back with every field of its tables, as it was sent, and nothing odd`;
const platform = `${answers} › every list is asked for with GET, the header and no body, under the path of the base address`;
const codes = `${terms} › the codes of %s are those of the interface`;
const taken = `${lookups} › takes %s`;
const refused = `${lookups} › refuses %s, names what is wrong, and keeps the call`;

type Rows = readonly (readonly [sentence: string, test: string])[];

const rules: Readonly<Record<string, Rows>> = {
  'What the service does': [
    ['insurers, workshops and suppliers meet over purchase orders', receivingOf('purchaseOrder')],
    ['… over service orders', receivingOf('serviceOrder')],
    ['… over incident reports', receivingOf('incidentReport')],
    ['… over financial documents', receivingOf('financialDocument')],
    ['the platform serves read-only lists at its base address', platform],
    ['the insurer exposes policy lookup', `${lookups} › takes %s › the policy number alone`],
    ['the insurer exposes the balance of a policy', `${lookups} › %s asks for %s`],
    [
      'the insurer receives purchase orders and is asked to cancel them',
      `${cancel} › a held ask at %s is answered with the verdict, %#`,
    ],
    [
      'the insurer receives service orders and is asked to cancel them',
      `${forms} › of a service order names the number in %s`,
    ],
    [
      'receiving registers the record and gives back the insurer’s identifier',
      `${receiving} › answers with the marketplace id and a number, and keeps the bytes`,
    ],
    [
      'a cancel call comes before the marketplace cancels',
      `${overHttp} › a call hangs, an approval answers it, and the order is cancelled`,
    ],
    ['company tax id is the RNC', `${book} › a company is answered with its RNC and name, and no person`],
  ],
  'Resources and their fields': [
    [
      'names are the camelCase of the attribute names',
      `${forms} › with every name in PascalCase reads as in camelCase`,
    ],
    ['T? may be null', `${tables} › with null wherever its tables allow it is read so, and nothing is odd`],
    ['a date-time is ISO 8601', `${reading} › %s is told of › a date in local form`],
    ['… and of UTC', `${forms} › with UTC dates that have no zone, which are UTC by their name`],
    ['a DateOnly is YYYY-MM-DD', `${reading} › %s is told of › a DateOnly in local form`],
    ['a decimal is a JSON number', `${forms} › with every number as text reads as with numbers`],
    [
      'samples only illustrate; the live description prevails',
      `${openapi} › are taken by the receiver and answered as described`,
    ],
  ],
  'Configuration lookups': [
    ['five models come from seven paths', platform],
    ['item types come in a wrapper', `${answers} › %s › a wrapper (OperationResultOfList)`],
    [
      'fields of the models are not shown: they are found by shape',
      `${understand} › %s › named after the resource, with another that is unique as well`,
    ],
    ['… of a country', `${understand} › %s › a country with codes and a nationality`],
    ['… of a province', `${understand} › %s › a province with its country: the id that does not repeat`],
  ],
  InsurancePolicyDetails: [
    ['the lookup answers a list of policies', `${book} › a policy is found by number, by vin, and by both`],
    ['each with the vehicles on it', `${book} › a policy is found by number, by vin, and by both`],
    ['person type 1 is a company, 2 a natural person', codes],
    [
      'companyInfo is null for a natural person',
      `${book} › a natural person is answered with names and Cédula, and no company`,
    ],
    [
      'personalInfo is null for a company',
      `${book} › a company is answered with its RNC and name, and no person`,
    ],
    ['identification types: 1 RNC, 2 Cédula, 3 other', codes],
    [
      'identificationTypeName may be null',
      `${tables} › the fields of %s and their types are those of its table, and no other`,
    ],
    [
      'action is there, and null where there is none',
      `${book} › a vehicle without a rule has the action null, one with a rule its severity and text`,
    ],
    [
      'severity is info, warning or error',
      `${book} › a vehicle without a rule has the action null, one with a rule its severity and text`,
    ],
    [
      'userMessage is for the user',
      `${book} › a vehicle without a rule has the action null, one with a rule its severity and text`,
    ],
    ['coverages are codes with names', `${book} › a policy is found by number, by vin, and by both`],
  ],
  'Incident type (input to policy lookup)': [
    ...(['fire', 'theft', 'collision', 'glass', 'other'] as const).map(
      (name, index) => [`${index + 1} is ${name}`, codes] as const,
    ),
  ],
  BalanceDetails: [
    ['amounts go out as JSON numbers', `${book} › the balance is answered in exact JSON numbers`],
  ],
  PurchaseOrderDetails: [
    ['items: one or more', `${refusals} › $name: $status, and kept › items-missing`],
    ['the answer carries the marketplace id and the insurer’s number', registered],
    [
      'a row is quantity times unit price',
      'engine/findings/sums-of-orders.test.ts › sums of a purchase order line › a quantity of zero with a price',
    ],
    [
      'a line’s total includes its discount and tax',
      'engine/findings/sums-of-orders.test.ts › sums of a purchase order line › discount not taken',
    ],
    [
      'prices stand beside the market’s minimum, average and maximum',
      'engine/findings/prices.test.ts › says how far it is from the market',
    ],
  ],
  'PurchaseOrderCancellationDetails (body of purchase order cancel)': [
    [
      'the reason id is int in the table',
      `${forms} › of a purchase order gives its reason as %s › an id that is a number`,
    ],
    [
      '… and string in the diagram',
      `${forms} › of a purchase order gives its reason as %s › an id that is a text`,
    ],
    [
      'the sample has one text instead of id and name',
      `${forms} › of a purchase order gives its reason as %s › one text`,
    ],
    ['receivers take both forms', `${forms} › of a purchase order gives its reason as %s › an id and a name`],
    [
      'both kinds of order are answered alike',
      `${tables} › asking to cancel a %s is answered with the three fields, whatever is decided`,
    ],
    [
      'isCancelled says whether it was cancelled',
      `${heldCalls} › waits, and an approval answers it at once; the order is cancelled when that is written out`,
    ],
    ['showResponseText says whether the text is shown', `${verdicts} › to approve may carry a text: %j`],
    ['responseText may be null', `${cancel} › a held ask at %s is answered with the verdict, %#`],
  ],
  ServiceOrderDetails: [
    ['items: none or more', `${receiving} › a service order may have no items`],
    ['itemCode may be blank', readBack],
    [
      'the difference adjusts, and may be negative',
      'engine/findings/sums-of-orders.test.ts › the adjustment is no part of it, and may be negative',
    ],
    ['the answer carries the marketplace id and the insurer’s number', registered],
  ],
  'ServiceOrderCancellationDetails (body of service order cancel)': [
    [
      'the table names serviceOrderNumber',
      `${forms} › of a service order names the number in %s › serviceOrderNumber`,
    ],
    [
      'the sample names purchaseOrderNumber; both are taken',
      `${forms} › of a service order names the number in %s › purchaseOrderNumber`,
    ],
  ],
  'IncidentReportModel (body of POST /incidentReports)': [
    [
      'reportFormContents is an object, empty in the sample',
      `${forms} › with reportFormContents %s › an empty object, as in the sample`,
    ],
    ['… of any shape', `${forms} › with reportFormContents %s › a nested object`],
    ['insuranceFormInfoJson is a text', `${forms} › with insuranceFormInfoJson as the text %s`],
    ['itemCode may be null', readBack],
    ['documents and pictures have one shape', readBack],
    ['the answer carries the form’s id and the insurer’s number', registered],
    ['reports are of the intermediary or of the insured', codes],
    ['what is reported is held as it came, large as it is', `${forms} › of a body of several megabytes`],
  ],
  'FinancialDocumentDetails (body of POST /financialDocuments)': [
    ['paymentTermId is in the diagram only', `${forms} › %s › without paymentTermId`],
    ['… and may be there', `${forms} › %s › with paymentTermId`],
    ['the sample’s person has a personId, the table’s has not', `${forms} › with %s › no personId`],
    ['personName is int in the table', `${forms} › with %s › personName as a number`],
    ['… and text in the sample', `${forms} › with %s › personName as text`],
    [
      'the total is the subtotal less discounts plus taxes',
      'engine/findings/sums-of-documents.test.ts › totals of a document › total before discounts',
    ],
    [
      'a row’s total is quantity × (price + tax − discount)',
      'engine/findings/sums-properties.test.ts › a document',
    ],
    ['relatedTaxReceiptNumber is null if none', readBack],
    ['a receipt has a number and an expiry', 'engine/findings/receipts.test.ts › says what it found'],
    ['attachments may be empty', `${terms} › a document may have no attachments`],
    [
      'internalDocumentId has at most 50 characters',
      `${terms} › the number of a document has at most 50 characters, with the longest template and after years`,
    ],
    ['the answer echoes the document’s id', registered],
    ['document types: 1 invoice, 2 credit note', codes],
    ['entity types: 1 supplier, 2 workshop', codes],
  ],
  'States and transitions': [
    ['document status 33 is created', codes],
    ['an incident report carries the id and name of its status', readBack],
    ['the lists of statuses come from the status paths', platform],
    [
      'the insurer is asked before the order is cancelled',
      `${overHttp} › a call hangs, an approval answers it, and the order is cancelled`,
    ],
    [
      'isCancelled false: the order is not cancelled',
      `${verdicts} › that refuses is closed once delivered, and a later ask is a new question`,
    ],
    [
      'showResponseText true: the text is for the user',
      `${verdicts} › that refuses and was not delivered answers the next ask`,
    ],
    [
      'silence is no approval',
      `${overHttp} › without a verdict the call is answered in review at the end of its hold`,
    ],
  ],
  Endpoints: [
    ['every call carries the key', `${refusals} › $name: 401, connection closed, nothing kept › no key`],
  ],
  'Platform configuration API (`{base_url}`)': [
    ['all are GET without parameters or body', platform],
    ['200 with a JSON array', `${answers} › %s › application/json`],
    ['media type text/plain', `${answers} › %s › text/plain, with a charset`],
    ['media type application/json', `${answers} › %s › application/json`],
    ['media type text/json', `${answers} › %s › text/json`],
    ...[
      'item-types',
      'requests-types',
      'status/requests',
      'status/purchase-orders',
      'status/service-orders',
      'countries',
      'states',
    ].map((path) => [`GET /v1/configuration/${path}`, platform] as const),
  ],
  'Insurer integration API (`{insurer_base_url}`)': [
    ['/InsurancePolicies and /insurancePolicies are one path', `${lookups} › answers at %s too`],
    ['… and so for every path', `${forms} › is taken at its path in %s`],
    ['GET /InsurancePolicies', `${lookups} › takes %s › every parameter`],
    ['GET /InsurancePolicies/{insurancePolicyNumber}/balance', `${lookups} › %s asks for %s`],
    ['POST /PurchaseOrders', registered],
    ['POST /PurchaseOrders/{purchaseOrderId}/cancel', `${forms} › a cancellation is asked at %s`],
    ['POST /ServiceOrders', registered],
    ['POST /ServiceOrders/{serviceOrderId}/cancel', `${forms} › of a service order names the number in %s`],
    ['POST /incidentReports', registered],
    ['POST /financialDocuments', registered],
    ['no other method', `${lookups} › %s %s is 405, with the methods that are allowed`],
    ['insurancePolicyNumber alone is enough', `${taken} › the policy number alone`],
    ['vin alone is enough', `${taken} › the vin alone`],
    ['one of the two must be given', `${refused} › neither policy number nor vin`],
    ['incidentTypeId is an int from 1 to 5', `${refused} › the incident type`],
    ['incidentTypeId is optional', `${taken} › the vin alone`],
    [
      'incidentTypeId lets the coverage be checked',
      `${book} › the incident type is held against the coverages`,
    ],
    ['incidentDate is required', `${refused} › no date`],
    ['incidentDate is YYYY-mm-dd', `${refused} › the date`],
    ['intermediaryTaxId is optional', `${taken} › every parameter`],
    ['reportCategoryId: 1 intermediary, 2 insured', `${refused} › the report category`],
    [
      'the lookup gives policy data and vehicles for a report',
      `${book} › a policy is found by number, by vin, and by both`,
    ],
    ['balance: the policy number is required', `${lookups} › refuses the policy number "%s"`],
    ['balance: vin is required', `${lookups} › refuses the query %s and keeps the call`],
    ['balance: of the policy and the vehicle', `${book} › the balance is answered in exact JSON numbers`],
    ['a POST is answered with the insurer’s own number', registered],
    ['… and echoes the marketplace’s id', registered],
    [
      'the same record again has the same number',
      `${receiving} › the same bytes, or the same content in another form, get the same number and change nothing`,
    ],
  ],
  Authentication: [
    ['the header is X-API-KEY, also X-API-Key', `${forms} › is taken with the header %s`],
    [
      'its value is Base64 of e-mail, colon, secret',
      `${keys} › any e-mail and secret come back from the header; the split is at the first colon`,
    ],
    [
      'the key is the company’s own: another is refused',
      `${refusals} › $name: 401, connection closed, nothing kept › a wrong key`,
    ],
    [
      'keys are exchanged in a set-up, and can be changed',
      `${keys} › two keys are live at once for a rotation; a third is refused; a retired one is refused at the door`,
    ],
    ['platform calls carry the key', platform],
    [
      'the header lets the receiver verify the caller',
      `${keys} › a generated key authenticates, and only with its own secret`,
    ],
    [
      'HTTPS is recommended: plain HTTP only where it is allowed',
      `${answers} › plain http only where the settings allow it`,
    ],
    ['the key goes to the platform alone', `${answers} › a redirect (%i) is not followed`],
    [
      '… and to nobody who cannot prove to be it',
      `${answers} › a certificate that nobody vouches for (%s): the key is not sent`,
    ],
    ['the description declares the key', `${openapi} › the document is valid OpenAPI 3.1`],
  ],
  Errors: [
    ['errors have the media type application/problem+json', `${refusals} › $name: $status, and kept`],
    ...['400 bad request', '401 unauthorized', '403 forbidden', '404 not found', '500 server error'].map(
      (status) =>
        [
          `of the platform, ${status}`,
          `${answers} › %s › Errors: \${status} with a problem document`,
        ] as const,
    ),
    ['Perito answers 400', `${openapi} › %s %s (%s) %#`],
    ['… 401', `${refusals} › $name: 401, connection closed, nothing kept`],
    ['… 404', `${lookups} › nothing is at %s`],
    [
      '… and 500, in the words of a problem',
      `${lookups} › a fault of ours is 500, and says nothing of itself`,
    ],
    ['the body has type, title, status, detail and instance', `${refusals} › $name: $status, and kept`],
    ['of the platform, every property may be null', `${answers} › %s › Errors: a problem document of nulls`],
    ['of the platform, a status may come without a problem', `${answers} › %s › Errors: 500 with a page`],
    [
      'a refused cancellation is the only refusal of business: whatever else comes is taken',
      receivingOf('financialDocument'),
    ],
  ],
  Limits: [
    [
      'internalDocumentId: 50 characters',
      `${terms} › the number of a document has at most 50 characters, with the longest template and after years`,
    ],
  ],
  Versioning: [
    ['the platform’s paths begin with /v1/', `${answers} › Versioning: every path begins with /v1/`],
    ['the insurer’s paths have no version', registered],
    [
      'the live description prevails: Perito serves its own',
      `${openapi} › npm run perito -- openapi prints the same document`,
    ],
    [
      'fields may be newer than the samples: they are kept',
      `${forms} › with fields that the interface does not have: kept to the byte and pointed out`,
    ],
  ],
};

function receivingOf(kind: string): string {
  return `conformance/any-object.test.ts › any JSON object with an id is taken as a %s, and read back to the byte › ${kind}`;
}

/** Headings as the tables have them, where the interface's says more. */
const headings: Readonly<Record<string, string>> = {
  PurchaseOrderDetails: 'PurchaseOrderDetails (body of POST /PurchaseOrders)',
  InsurancePolicyDetails: 'InsurancePolicyDetails (policy lookup response, array of these)',
  PurchaseOrderCancellationDetails: 'PurchaseOrderCancellationDetails (body of purchase order cancel)',
  ServiceOrderDetails: 'ServiceOrderDetails (body of POST /ServiceOrders)',
  ServiceOrderCancellationDetails: 'ServiceOrderCancellationDetails (body of service order cancel)',
  IncidentReportModel: 'IncidentReportModel (body of POST /incidentReports)',
  FinancialDocumentDetails: 'FinancialDocumentDetails (body of POST /financialDocuments)',
};
const headingOf = (section: string) => headings[section] ?? section;

const ruled = Object.entries(rules).flatMap(([section, rows]) =>
  rows.map(([sentence, test]) => ({ section: headingOf(section), sentence, test })),
);
/** The tests that see a call answered with every field of a table. Whatever else Perito is sent is read back whole. */
const answered: Readonly<Record<string, string>> = {
  InsurancePolicyDetails: `${book} › a policy is found by number, by vin, and by both`,
  OwnerDetails: `${book} › a natural person is answered with names and Cédula, and no company`,
  PersonalDetails: `${book} › a natural person is answered with names and Cédula, and no company`,
  CompanyDetails: `${book} › a company is answered with its RNC and name, and no person`,
  VehicleDetails: `${book} › a policy is found by number, by vin, and by both`,
  CoverageType: `${book} › a policy is found by number, by vin, and by both`,
  VehicleAction: `${book} › a vehicle without a rule has the action null, one with a rule its severity and text`,
  BalanceDetails: `${book} › the balance is answered in exact JSON numbers`,
  CreatedPurchaseOrderResponse: registered,
  CreatedServiceOrderResponse: registered,
  CreatedIncidentReportResponse: registered,
  CreatedFinancialDocumentResponse: registered,
  CancelledOrderResponse: `${tables} › asking to cancel a %s is answered with the three fields, whatever is decided`,
};
/** Tables of which no call shows every field: only Perito's own description is compared with them. */
const describedOnly = new Set(['PurchaseOrderCancellationDetails', 'ServiceOrderCancellationDetails']);
const comparedWithDescription = `${tables} › the fields of %s and their types are those of its table, and no other`;

const tabled = fieldTables.flatMap(({ section, schema, fields, elsewhere = {} }) =>
  Object.entries({ ...fields, ...elsewhere }).map(([field, type]) => ({
    section: headingOf(section),
    sentence: `${schema}.${field} is ${type}`,
    test: describedOnly.has(schema) ? comparedWithDescription : (answered[schema] ?? readBack),
  })),
);

/** Rows that hold Perito's description against the interface, and say nothing of what it does. */
export const isComparedOnly = ({ test }: Sentence) => test === comparedWithDescription;

export const sentences: readonly Sentence[] = [...ruled, ...tabled];

/** Every heading of the interface, and why it has no row where it has none. */
export const sections: Readonly<Record<string, { notCheckable: string } | 'checked'>> = {
  'What the service does': 'checked',
  'Resources and their fields': 'checked',
  'Configuration lookups': 'checked',
  'InsurancePolicyDetails (policy lookup response, array of these)': 'checked',
  'Incident type (input to policy lookup)': 'checked',
  BalanceDetails: 'checked',
  'PurchaseOrderDetails (body of POST /PurchaseOrders)': 'checked',
  'PurchaseOrderCancellationDetails (body of purchase order cancel)': 'checked',
  'ServiceOrderDetails (body of POST /ServiceOrders)': 'checked',
  'ServiceOrderCancellationDetails (body of service order cancel)': 'checked',
  'IncidentReportModel (body of POST /incidentReports)': 'checked',
  'FinancialDocumentDetails (body of POST /financialDocuments)': 'checked',
  'States and transitions': 'checked',
  Endpoints: 'checked',
  'Platform configuration API (`{base_url}`)': 'checked',
  'Insurer integration API (`{insurer_base_url}`)': 'checked',
  Authentication: 'checked',
  Events: { notCheckable: 'It says that no events are shown, and that the endpoints are plain calls.' },
  Errors: 'checked',
  Limits: 'checked',
  Versioning: 'checked',
};
