/** Makes incident reports of both kinds as the interface shapes them ("IncidentReportModel"). */
import Big from 'big.js';
import type * as z from 'zod';
import type {
  incidentAttachment,
  incidentItem,
  incidentPerson,
  incidentReportModel,
  incidentService,
} from '#shared/marketplace/incident-report.ts';
import {
  identificationTypes,
  incidentTypes,
  reportCategories,
} from '#shared/marketplace/insurance-policy.ts';
import { dominicanDay, dominicanTime } from '#shared/rules/dominican-time.ts';
import { daysLater, money } from './amounts-and-times.ts';
import { makeClaim, type SampleClaim } from './claim.ts';
import { type Random, randomFor, shuffled } from './random.ts';
import {
  brokers,
  categories,
  insurer,
  itemActions,
  type SampleCompany,
  type SamplePart,
  services,
} from './sample-data.ts';

/** An incident report as it is sent, decimals as JSON numbers. */
export type IncidentReportBody = z.input<typeof incidentReportModel>;
type PersonBody = z.input<typeof incidentPerson>;

const firstReportId = 20_001;

export interface MakingIncidentReport {
  seed: number;
  /** Counted from 0; makes the id, and with the seed everything else. */
  index: number;
  createdAt: Date;
  /** Otherwise the claim of the seed with the same index. */
  claim?: SampleClaim;
  /** Who reports: the workshop or intermediary, or the insured; otherwise random. */
  category?: keyof typeof reportCategories;
  /** 6 to 24; otherwise random. */
  pictures?: number;
  /** 0 to 4; otherwise random. */
  documents?: number;
  /** Where the marketplace's files are. */
  filesUrl?: string;
}

export function makeIncidentReport(making: MakingIncidentReport): IncidentReportBody {
  const { seed, index, createdAt, claim = makeClaim(seed, index), filesUrl = sampleFilesUrl } = making;
  const random = randomFor(seed, `incident report ${index}`);
  const reportId = firstReportId + index;
  const category = making.category ?? (random.chance(0.6) ? 'intermediary' : 'insured');
  const { vehicle, incident } = claim;
  const attachments = { random, reportId, filesUrl };
  const place = {
    stateId: incident.province.id,
    stateName: incident.province.name,
    stateCityId: incident.city.id,
    stateCityName: incident.city.name,
  };
  const account = random.pick(accounts[incident.typeId] ?? ['']);
  return {
    incidentReportFormId: reportId,
    incidentReportFormGuid: random.guid(),
    incidentReportFormStatusId: reportStatus.id,
    incidentReportStatusName: reportStatus.name,
    incidentReportCategoryId: reportCategories[category],
    incidentReportCategoryName: reportCategoryNames[reportCategories[category]] ?? '',
    insurancePerson: person(insurer),
    createdByPerson: category === 'intermediary' ? reporter(random, claim) : insured(claim),
    createdByDisplayName: category === 'intermediary' ? claim.user.name : vehicle.owner.displayName,
    workshopPerson: person(claim.workshop),
    createdOnUtc: createdAt.toISOString(),
    createdOnLocal: dominicanTime(createdAt.getTime()),
    ...place,
    generalInfo: {
      incidentReportTypeId: incident.typeId,
      incidentReportTypeName: incidentTypeNames[incident.typeId] ?? null,
      incidentDateTime: incidentTime(claim, createdAt),
      insurancePolicyNumber: vehicle.policyNumber,
      insuranceOwnerDisplayName: vehicle.owner.displayName,
      vinNumber: vehicle.vin,
      vehicleMakeId: vehicle.makeId,
      vehicleMakeName: vehicle.makeName,
      vehicleModelId: vehicle.modelId,
      vehicleModelName: vehicle.modelName,
      vehicleYear: vehicle.year,
      ...place,
      workshopPersonId: claim.workshop.id,
    },
    reportedAuthorities: shuffled(random, authorities).slice(0, random.integer(0, 2)),
    insuranceFormInfoJson: JSON.stringify(insurerForm(random, claim)),
    items: damagedParts(random, claim).map((part, line) => makeItem(random, part, line)),
    services: shuffled(random, services)
      .slice(0, random.integer(1, 3))
      .map((service) => ({
        workshopServiceId: service.id,
        quantity: random.pick([1, 1, 1.5, 2]),
        workshopServiceCode: service.code,
        workshopServiceName: service.name,
        unitPrice: service.price,
      })) satisfies z.input<typeof incidentService>[],
    attachmentsDocuments: makeDocuments(attachments, making.documents ?? random.integer(0, 4)),
    attachmentsPictures: makePictures(attachments, making.pictures ?? random.integer(6, 24)),
    reportFormContents: formContents(random, claim, account),
  };
}

/** Local time of a claim's incident, counted back from the day on which it is reported. */
export function incidentTime({ incident }: SampleClaim, reportedAt: Date): string {
  const { minuteOfDay } = incident;
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const time = `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}:00`;
  return `${dominicanDay(daysLater(reportedAt, -incident.daysBefore).getTime())}T${time}`;
}

const person = ({ id, taxId, name }: SampleCompany): PersonBody => ({
  personId: id,
  personTaxId: taxId,
  personName: name,
});

/** The workshop itself, or a broker. */
function reporter(random: Random, claim: SampleClaim): PersonBody {
  return person(random.chance(0.6) ? claim.workshop : random.pick(brokers));
}

/** The insured; for one who has neither RNC nor Cédula the insurer, since `personTaxId` is a tax id. */
function insured({ vehicle }: SampleClaim): PersonBody {
  const { companyTaxId, identification, identificationTypeId, displayName } = vehicle.owner;
  if (identificationTypeId === identificationTypes.other) return person(insurer);
  return {
    personId: 40_000 + Number(vehicle.policyNumber.slice(-6)),
    personTaxId: companyTaxId === '' ? identification : companyTaxId,
    personName: displayName,
  };
}

function damagedParts(random: Random, { incident }: SampleClaim): SamplePart[] {
  const parts = categories.flatMap((category) => category.parts);
  const isGlass = incident.typeId === incidentTypes.glass;
  const concerned = isGlass ? parts.filter(({ code }) => code.startsWith('CRI')) : parts;
  return shuffled(random, concerned).slice(0, random.integer(1, 5));
}

function makeItem(random: Random, part: SamplePart, line: number): z.input<typeof incidentItem> {
  const action = random.pick(itemActions);
  const share = (factor: string) => money(new Big(part.price).times(factor)).toNumber();
  return {
    itemId: 4_001 + random.integer(0, 899) + line * 1_000,
    quantity: 1,
    itemCode: random.chance(0.9) ? part.code : null,
    itemName: part.name,
    itemActionId: action.id,
    itemActionName: action.name,
    itemRepairPrice: share('0.4'),
    itemReplacePrice: share('0.15'),
    itemMinSellPrice: share('0.82'),
    itemAverageSellPrice: part.price,
    itemMaxSellPrice: share('1.25'),
  };
}

/** Data of the insurer's own form: of no shape that the interface knows. */
function insurerForm(random: Random, { vehicle }: SampleClaim): object {
  return {
    sucursal: random.pick(['Santo Domingo', 'Santiago', 'Punta Cana']),
    ajustador: `Ajustador Prueba ${random.integer(1, 4)}`,
    deducibleInformado: vehicle.deductible,
    requiereGrua: random.chance(0.3),
  };
}

/** Detail of the incident form: of no shape that the interface knows either. */
function formContents(random: Random, { vehicle }: SampleClaim, account: string): Record<string, unknown> {
  return {
    conductor: {
      nombre: vehicle.owner.personTypeId === 1 ? 'Chofer Prueba' : vehicle.owner.displayName,
      edad: random.integer(21, 68),
      telefono: vehicle.owner.phoneNumber,
    },
    relato: account,
    odometroKm: random.integer(4, 190) * 1_000,
    hayLesionados: random.chance(0.06),
    vehiculoRueda: random.chance(0.75),
    terceros: random.chance(0.4) ? [{ placa: `PRUEBA${random.integer(1, 99)}`, aseguradora: null }] : [],
  };
}

/** A photograph or document of an incident report ("AttachmentDetails" of incidents). */
export type AttachmentBody = z.input<typeof incidentAttachment>;

/** The default base URL of the marketplace's files; nobody answers there. */
export const sampleFilesUrl = 'https://archivos.mercado-prueba.example';

interface MakingAttachments {
  random: Random;
  reportId: number;
  filesUrl: string;
}

/** Six or more: the usual views first, then details of the damage. */
function makePictures(making: MakingAttachments, count: number): AttachmentBody[] {
  return Array.from({ length: count }, (_, index) => {
    const type = pictureTypes[index] ?? making.random.pick(pictureTypes);
    return makeAttachment(making, type, index, `IMG_${String(1_000 + index)}.jpg`, 'image/jpeg', true);
  });
}

/** Up to four, each of another type. */
function makeDocuments(making: MakingAttachments, count: number): AttachmentBody[] {
  return documentTypesOfIncident
    .slice(0, count)
    .map((type, index) =>
      makeAttachment(making, type, index, `${type.name}.pdf`, 'application/pdf', making.random.chance(0.5)),
    );
}

function makeAttachment(
  { random, reportId, filesUrl }: MakingAttachments,
  type: AttachmentType,
  index: number,
  originalFilename: string,
  contentType: string,
  hasPreview: boolean,
): AttachmentBody {
  const baseUrl = `${filesUrl}/incidentes/${reportId}`;
  const name = random.guid();
  const filename = `${name}.${contentType === 'image/jpeg' ? 'jpg' : 'pdf'}`;
  const previewFilename = hasPreview ? `${name}-preview.jpg` : '';
  return {
    sequenceIndex: index + 1,
    incidentReportFormAttachmentId: reportId * 1_000 + index + (contentType === 'image/jpeg' ? 0 : 900),
    incidentDocumentTypeId: type.id,
    incidentDocumentTypeName: type.name,
    originalFilename,
    hasPreview,
    contentType,
    filename,
    previewFilename,
    baseUrl,
    fileFullPath: `${baseUrl}/${filename}`,
    previewFullPath: hasPreview ? `${baseUrl}/${previewFilename}` : '',
  };
}

/** `picture` with the bytes of `source`: the server decides by the file name alone what a picture shows. */
export function samePicture(picture: AttachmentBody, source: AttachmentBody): AttachmentBody {
  const { filename, previewFilename } = source;
  return {
    ...picture,
    filename,
    fileFullPath: `${picture.baseUrl}/${filename}`,
    previewFilename,
    hasPreview: previewFilename !== '',
    previewFullPath: previewFilename === '' ? '' : `${picture.baseUrl}/${previewFilename}`,
  };
}

/** `picture` showing what `source` shows, cut a little, smaller, and compressed once more. */
export function editedPicture(picture: AttachmentBody, source: AttachmentBody): AttachmentBody {
  const filename = source.filename.replace(/\.jpg$/, '-editada.jpg');
  return samePicture(picture, { ...source, filename, previewFilename: '' });
}

/** The picture at another host. */
export function pictureAt(host: string, picture: AttachmentBody): AttachmentBody {
  const baseUrl = `https://${host}/fotos`;
  return samePicture({ ...picture, baseUrl }, { ...picture, previewFilename: '' });
}

/** The report with its first pictures changed by these sources, in their order. */
export function withPicturesOf(
  report: IncidentReportBody,
  sources: readonly AttachmentBody[],
  change: (picture: AttachmentBody, source: AttachmentBody) => AttachmentBody,
): IncidentReportBody {
  const attachmentsPictures = report.attachmentsPictures.map((picture, index) => {
    const source = sources[index];
    return source === undefined ? picture : change(picture, source);
  });
  return { ...report, attachmentsPictures };
}

/** These ids and the following are sample ids: the interface shows none of their lists. */
const incidentTypeNames: Readonly<Record<number, string>> = {
  1: 'Incendio',
  2: 'Robo',
  3: 'Colisión',
  4: 'Rotura de cristales',
  5: 'Otro',
};

/** `incidentReportCategoryId`, taken to be the `reportCategoryId` of the lookup (interface, its parameter table). */
const reportCategoryNames: Readonly<Record<number, string>> = {
  1: 'Reportado por el taller o intermediario',
  2: 'Reportado por el asegurado',
};

const reportStatus = { id: 12, name: 'Enviado a la aseguradora' };

const authorities = [
  { authorityId: 1, authorityName: 'DIGESETT' },
  { authorityId: 2, authorityName: 'Policía Nacional' },
  { authorityId: 3, authorityName: 'Cuerpo de Bomberos' },
  { authorityId: 4, authorityName: 'Sistema 9-1-1' },
];

interface AttachmentType {
  id: number;
  name: string;
}

const numbered = (first: number, names: readonly string[]): AttachmentType[] =>
  names.map((name, index) => ({ id: first + index, name }));

/** What a photograph shows. */
export const pictureTypes = numbered(21, [
  'Frontal',
  'Lateral derecho',
  'Lateral izquierdo',
  'Trasera',
  'Chasis (VIN)',
  'Tablero y odómetro',
  'Placa',
  'Daño principal',
  'Detalle del daño',
  'Motor',
  'Interior',
  'Lugar del accidente',
]);

export const documentTypesOfIncident = numbered(41, [
  'Acta policial',
  'Licencia de conducir',
  'Matrícula',
  'Cédula del conductor',
]);

/** What happened, by incident type. */
const accounts: Readonly<Record<number, readonly string[]>> = {
  1: ['Se inició un fuego en el motor mientras el vehículo estaba estacionado.'],
  2: [
    'Sustrajeron los retrovisores y el radio durante la noche.',
    'Forzaron la puerta trasera en un parqueo.',
  ],
  3: [
    'Fue impactado por detrás en un semáforo.',
    'Chocó contra el vehículo que iba delante al frenar en lluvia.',
    'Otro vehículo no respetó el pare en la intersección.',
  ],
  4: ['Una piedra rompió el cristal delantero en la autopista.'],
  5: ['Cayó una rama sobre el bonete durante una tormenta.'],
};
