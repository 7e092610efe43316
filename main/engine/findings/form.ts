import { lastNameOf } from '#shared/json-pointer.ts';
import { member } from '#shared/marketplace/member.ts';
import { type RecordContent, readContent } from '#shared/marketplace/record-content.ts';
import { repeatedNames } from '#shared/marketplace/repeated-names.ts';
import { bodyPointer, placesRepeated } from '#shared/marketplace/source-pointers.ts';
import type { RecordKind } from '#shared/terms.ts';
import { type GatheredFinding, gather, type NewFinding, shortText } from './finding.ts';

/**
 * Reads a body, with what is odd about its form: fields that are absent, null or of another type, unknown ones, and
 * names that come twice. `text` is the JSON that `json` was parsed from, of a large body its extract.
 */
export function formFindings(
  kind: RecordKind,
  json: object,
  text: string,
): { content: RecordContent; findings: GatheredFinding[] } {
  const found: NewFinding[] = [];
  const { content } = readContent(kind, json, (code, pointer, parameters) => {
    const isAbsence = code === 'wire.missing' || code === 'wire.null';
    if (isAbsence && isNothingDue(kind, json, pointer)) return;
    found.push({ code, pointer, parameters });
  });
  const blank = blankNumber(content);
  if (blank !== null) found.push({ code: 'wire.null', pointer: blank, parameters: {} });
  for (const { pointer, name } of repeatedNames(text)) {
    found.push({ code: 'wire.repeatedName', pointer, parameters: { name: shortText(name) } });
  }
  // Of a large body `text` is an extract, in which a name stands once.
  for (const pointer of placesRepeated(json)) {
    found.push({ code: 'wire.repeatedName', pointer, parameters: { name: shortText(lastNameOf(pointer)) } });
  }
  return { content, findings: gather(found) };
}

/** Points at the number by which an order or a report finds its claim or its policy, where it came as an empty text. */
function blankNumber(content: RecordContent): string | null {
  if (content.kind === 'financialDocument') return null;
  if (content.kind === 'incidentReport') {
    const { report } = content;
    return report.generalInfo?.insurancePolicyNumber?.trim() === ''
      ? bodyPointer(report, '/generalInfo/insurancePolicyNumber')
      : null;
  }
  const { order } = content;
  return order.insuranceClaimNumber?.trim() === '' ? bodyPointer(order, '/insuranceClaimNumber') : null;
}

/**
 * Fields that have nothing to say where the one beside them is null, false or absent: the name of an id that the
 * interface lets be null, the preview of a file that has none. Before the names stands the path of their object.
 */
const follows: Record<RecordKind, readonly [path: RegExp, names: readonly string[], of: string][]> = {
  purchaseOrder: [],
  serviceOrder: [
    [/^\/items\/\d+$/, ['itemCode', 'itemName'], 'itemId'],
    [/^\/items\/\d+$/, ['itemActionName'], 'itemActionId'],
    [/^\/items\/\d+$/, ['workshopServiceCode', 'workshopServiceName'], 'workshopServiceId'],
  ],
  incidentReport: [
    [/^(\/generalInfo)?$/, ['stateName'], 'stateId'],
    [/^(\/generalInfo)?$/, ['stateCityName'], 'stateCityId'],
    [/^\/generalInfo$/, ['vehicleMakeName'], 'vehicleMakeId'],
    [/^\/generalInfo$/, ['vehicleModelName'], 'vehicleModelId'],
    [/^\/attachments(Documents|Pictures)\/\d+$/, ['previewFilename', 'previewFullPath'], 'hasPreview'],
  ],
  financialDocument: [[/^$/, ['paymentTermName', 'paymentTermDays'], 'paymentTermId']],
};

/**
 * Fields that the interface does not always want ("marketplace claim id, if registered"), or whose absence a check of
 * its own judges: which receipts expire says the law.
 */
export const notAlways: Record<RecordKind, readonly string[]> = {
  purchaseOrder: ['/claimId'],
  serviceOrder: ['/claimId'],
  incidentReport: [],
  financialDocument: ['/taxReceipt', '/taxReceipt/taxReceiptNumber', '/taxReceipt/taxReceiptExpiration'],
};

/** Most fields of most bodies are always due. */
const perhapsNotDue: ReadonlySet<string> = new Set([
  'workshopPerson',
  ...Object.values(notAlways).flatMap((paths) => paths.map((path) => path.slice(path.lastIndexOf('/') + 1))),
  ...Object.values(follows).flatMap((rules) => rules.flatMap(([, names]) => names)),
]);

/** Whether nothing is due where a pointer points at, so that its absence is right. */
function isNothingDue(kind: RecordKind, json: object, pointer: string): boolean {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (!perhapsNotDue.has(last.charAt(0).toLowerCase() + last.slice(1))) return false;
  const path = pointer.replaceAll(/\/([A-Z])/g, (_, initial: string) => `/${initial.toLowerCase()}`);
  if (notAlways[kind].includes(path)) return true;
  const cut = path.lastIndexOf('/');
  const [owner, name] = [path.slice(0, cut), path.slice(cut + 1)];
  if (path === '/workshopPerson') {
    const general = member(json, 'generalInfo');
    return isNothing(isObject(general) ? member(general, 'workshopPersonId') : null);
  }
  const rule = follows[kind].find(([of, names]) => of.test(owner) && names.includes(name));
  if (rule === undefined) return false;
  const object = objectAt(json, owner);
  return object !== null && isNothing(member(object, rule[2]));
}

const isNothing = (value: unknown) => value === null || value === undefined || value === false || value === 0;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function objectAt(json: object, path: string): object | null {
  let at: unknown = json;
  for (const token of path.split('/').slice(1)) at = isObject(at) ? member(at, token) : undefined;
  return isObject(at) ? at : null;
}
