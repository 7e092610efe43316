import type { RecordHeading } from '#shared/contract/records.ts';
import { member } from '#shared/marketplace/member.ts';
import type { Gist } from './gist.ts';
import {
  cutWords,
  integerOf,
  join,
  joinLists,
  joinMembers,
  lengthOf,
  listOf,
  objectOf,
  short,
  textOf,
} from './gist-parts.ts';

/** An incident report has no claim number of its own, and no total. */
export function incidentGist(marketplaceId: number, json: object): Gist {
  const general = objectOf(json, 'generalInfo');
  const items = listOf(member(json, 'items'));
  const services = listOf(member(json, 'services'));
  const pictures = listOf(member(json, 'attachmentsPictures'));
  const documents = listOf(member(json, 'attachmentsDocuments'));
  const partyName = personName(json, 'workshopPerson') ?? personName(json, 'createdByPerson');
  const heading: RecordHeading = {
    kind: 'incidentReport',
    categoryId: integerOf(member(json, 'incidentReportCategoryId')),
    typeId: integerOf(member(general, 'incidentReportTypeId')),
    typeName: short(textOf(member(general, 'incidentReportTypeName'))),
    incidentAt: short(textOf(member(general, 'incidentDateTime'))),
    vehicle: short(vehicleOf(general)),
    vin: short(textOf(member(general, 'vinNumber'))),
    policyNumber: short(textOf(member(general, 'insurancePolicyNumber'))),
    pictureCount: lengthOf(member(json, 'attachmentsPictures')),
    documentCount: lengthOf(member(json, 'attachmentsDocuments')),
  };
  let words = joinMembers(join(String(marketplaceId)), general, generalTexts);
  words = joinMembers(words, json, reportTexts);
  for (const person of persons) words = joinMembers(words, objectOf(json, person), personTexts);
  words = joinLists(words, listOf(member(json, 'reportedAuthorities')), ['authorityName']);
  words = joinLists(words, items, ['itemName', 'itemCode']);
  words = joinLists(words, services, ['workshopServiceName', 'workshopServiceCode']);
  words = joinLists(words, documents, attachmentTexts);
  words = joinLists(words, pictures, attachmentTexts);
  return {
    summary: {
      claimNumber: null,
      requestId: null,
      firstItem: short(firstNameOf(items[0], services[0])),
      itemCount: lengthOf(member(json, 'items')) + lengthOf(member(json, 'services')),
      partyName: short(partyName),
      total: null,
      heading: JSON.stringify(heading),
    },
    words: cutWords(words),
  };
}

const generalTexts = [
  'insurancePolicyNumber',
  'vinNumber',
  'insuranceOwnerDisplayName',
  'vehicleMakeName',
  'vehicleModelName',
  'vehicleYear',
  'incidentReportTypeName',
  'stateName',
  'stateCityName',
] as const;
const reportTexts = [
  'incidentReportFormGuid',
  'createdByDisplayName',
  'incidentReportStatusName',
  'incidentReportCategoryName',
  'stateName',
  'stateCityName',
] as const;
const persons = ['workshopPerson', 'createdByPerson', 'insurancePerson'] as const;
const personTexts = ['personName', 'personTaxId'] as const;
const attachmentTexts = ['incidentDocumentTypeName', 'originalFilename'] as const;

function personName(json: object, name: string): string | null {
  return textOf(member(objectOf(json, name), 'personName'));
}

function vehicleOf(general: object): string | null {
  const vehicle = joinMembers('', general, ['vehicleMakeName', 'vehicleModelName', 'vehicleYear']);
  return vehicle === '' ? null : vehicle;
}

function firstNameOf(item: object | undefined, service: object | undefined): string | null {
  if (item !== undefined) return textOf(member(item, 'itemName')) ?? textOf(member(item, 'itemCode'));
  if (service === undefined) return null;
  return textOf(member(service, 'workshopServiceName')) ?? textOf(member(service, 'workshopServiceCode'));
}
