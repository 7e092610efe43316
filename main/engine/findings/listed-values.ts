import { documentTypes, entityTypes } from '#shared/marketplace/financial-document.ts';
import { incidentTypes, reportCategories } from '#shared/marketplace/insurance-policy.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import type { AddFinding } from './gather.ts';
import { shortText } from './line.ts';

/** A field whose values the interface lists, with what people call each, in both languages and without accents. */
interface ListedField {
  id: number | null | undefined;
  name: string | null | undefined;
  pointer: string;
  namePointer: string;
  names: ReadonlyMap<number, readonly string[]>;
}

const documentTypeNames = new Map([
  [documentTypes.invoice, ['invoice', 'factura']],
  [documentTypes.creditNote, ['credit note', 'nota de credito', 'nota credito']],
]);
const entityTypeNames = new Map([
  [entityTypes.supplier, ['supplier', 'suplidor', 'suplidora', 'proveedor', 'proveedora']],
  [entityTypes.workshop, ['workshop', 'taller']],
]);
const categoryNames = new Map([
  [
    reportCategories.intermediary,
    ['intermediary', 'intermediario', 'intermediaria', 'workshop', 'taller', 'broker', 'corredor'],
  ],
  [reportCategories.insured, ['insured', 'asegurado', 'asegurada']],
]);
const incidentTypeNames = new Map([
  [incidentTypes.fire, ['fire', 'incendio']],
  [incidentTypes.theft, ['theft', 'robo', 'hurto']],
  [incidentTypes.collision, ['collision', 'colision', 'choque']],
  [incidentTypes.glass, ['glass', 'cristal', 'cristales', 'vidrio', 'vidrios']],
  // "Otro" stands in the name of many a thing.
  [incidentTypes.other, []],
]);

/**
 * Values that the interface's lists do not have ("Document types", "Incident type", "GET /InsurancePolicies query
 * parameters"), and ids whose name says another of the list. Of statuses it lists only one, so others may be right.
 */
export function listedValues(content: RecordContent, tell: AddFinding): void {
  for (const { id, name, pointer, namePointer, names } of listedFields(content)) {
    if (id === null || id === undefined) continue;
    if (!names.has(id)) {
      const listed = [...names.keys()].join(', ');
      tell('value.notListed', () => ({ pointer, parameters: { value: id, listed } }));
      continue;
    }
    const called = calledBy(name ?? '', names);
    if (called.length === 0 || called.includes(id)) continue;
    const other = called[0] ?? null;
    tell('value.nameOfOther', () => ({
      pointer: namePointer,
      parameters: { value: id, name: shortText(name), other },
    }));
  }
}

function listedFields(content: RecordContent): ListedField[] {
  if (content.kind === 'incidentReport') {
    const { incidentReportCategoryId, incidentReportCategoryName, generalInfo } = content.report;
    return [
      {
        id: incidentReportCategoryId,
        name: incidentReportCategoryName,
        pointer: '/incidentReportCategoryId',
        namePointer: '/incidentReportCategoryName',
        names: categoryNames,
      },
      {
        id: generalInfo?.incidentReportTypeId,
        name: generalInfo?.incidentReportTypeName,
        pointer: '/generalInfo/incidentReportTypeId',
        namePointer: '/generalInfo/incidentReportTypeName',
        names: incidentTypeNames,
      },
    ];
  }
  if (content.kind !== 'financialDocument') return [];
  const { documentTypeId, documentTypeName, entityTypeId, entityTypeName } = content.document;
  return [
    {
      id: documentTypeId,
      name: documentTypeName,
      pointer: '/documentTypeId',
      namePointer: '/documentTypeName',
      names: documentTypeNames,
    },
    {
      id: entityTypeId,
      name: entityTypeName,
      pointer: '/entityTypeId',
      namePointer: '/entityTypeName',
      names: entityTypeNames,
    },
  ];
}

/** The values that a text calls by name, in whole words. */
function calledBy(text: string, names: ListedField['names']): number[] {
  const words = ` ${withoutAccents(shortText(text, 200))
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()} `;
  return [...names].flatMap(([id, own]) => (own.some((name) => words.includes(` ${name} `)) ? [id] : []));
}
