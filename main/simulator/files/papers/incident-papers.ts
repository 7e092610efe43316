/** Papers of an incident report: police report, licence, registration, identity card, and what else an insurer is sent. */
import type { IncidentReportBody } from '../../incident-report.ts';
import { shuffled } from '../../purchase-order.ts';
import { type Random, randomFor } from '../../random.ts';
import { categories, services } from '../../sample-data.ts';
import { inPesos } from './amounts.ts';
import { openSheet, type Sheet } from './sheet.ts';

export const incidentPapers = [
  'policeReport',
  'licence',
  'registration',
  'identityCard',
  'quotation',
] as const;
export type IncidentPaper = (typeof incidentPapers)[number];

/** What of a report its papers repeat. */
export type ReportOfPaper = Pick<
  IncidentReportBody,
  | 'incidentReportFormId'
  | 'generalInfo'
  | 'createdByDisplayName'
  | 'reportedAuthorities'
  | 'reportFormContents'
>;

/** Of a report that nobody told of, which sample names fill. */
export const unknownReport = (reportId: number): ReportOfPaper => ({
  incidentReportFormId: reportId,
  createdByDisplayName: 'Usuario Prueba',
  reportedAuthorities: [],
  reportFormContents: {},
  generalInfo: {
    incidentReportTypeId: 3,
    incidentReportTypeName: 'Colisión',
    incidentDateTime: '2026-11-16T15:20:00',
    insurancePolicyNumber: 'AUTO-PRUEBA-000001',
    insuranceOwnerDisplayName: 'Persona Prueba',
    vinNumber: '0PR00000000000001',
    vehicleMakeId: 1,
    vehicleMakeName: 'Toyota',
    vehicleModelId: 101,
    vehicleModelName: 'Corolla',
    vehicleYear: 2020,
    stateId: 1,
    stateName: 'Distrito Nacional',
    stateCityId: 101,
    stateCityName: 'Santo Domingo',
    workshopPersonId: null,
  },
});

export function incidentPaper(
  kind: IncidentPaper,
  report: ReportOfPaper,
  seed: number,
  name: string,
): Buffer {
  const random = randomFor(seed, `paper ${name}`);
  return {
    policeReport: () => policeReport(report, random),
    licence: () =>
      card('Licencia de conducir', 'Instituto de Prueba de Tránsito', cardOfPerson(report, random), random),
    registration: () =>
      card(
        'Matrícula de vehículo de motor',
        'Dirección de Prueba de Impuestos',
        cardOfVehicle(report, random),
        random,
      ),
    identityCard: () => card('Cédula de identidad', 'Junta de Prueba', cardOfPerson(report, random), random),
    quotation: () => quotation(report, random),
  }[kind]();
}

const day = (at: string) => at.slice(0, 10).split('-').reverse().join('/');

function policeReport(report: ReportOfPaper, random: Random): Buffer {
  const { generalInfo: info, incidentReportFormId: reportId } = report;
  const sheet = openSheet('Acta policial', 'Policía de Prueba');
  sheet.pairs([
    ['Acta número', `PRUEBA-${reportId}`],
    ['Fecha y hora', `${day(info.incidentDateTime)}  ${info.incidentDateTime.slice(11, 16)}`],
    ['Lugar', `${info.stateCityName}, ${info.stateName}`],
    ['Tipo', info.incidentReportTypeName ?? 'No indicado'],
    [
      'Autoridades',
      report.reportedAuthorities.map(({ authorityName }) => authorityName ?? '').join(', ') || 'Ninguna',
    ],
  ]);
  vehicle(sheet, report);
  sheet.heading('Declaración del conductor');
  const account: unknown = report.reportFormContents['relato'];
  sheet.paragraph(
    typeof account === 'string'
      ? account
      : 'El conductor declara que el vehículo sufrió daños mientras circulaba.',
  );
  for (const text of several(random, testimony, random.integer(3, 7))) sheet.paragraph(text);
  for (let witness = 1; witness <= random.integer(0, 2); witness++) {
    sheet.newPage();
    sheet.heading(`Declaración del testigo ${witness}`);
    sheet.paragraph(`Testigo Prueba ${witness}, domiciliado en ${info.stateCityName}.`);
    for (const text of several(random, testimony, random.integer(4, 9))) sheet.paragraph(text);
  }
  sheet.heading('Daños observados');
  sheet.table(
    [
      { heading: 'Parte', share: 0.5 },
      { heading: 'Daño', share: 0.5 },
    ],
    several(random, allParts, random.integer(3, 8)).map(({ name }) => [
      name,
      random.pick(['Abollado', 'Roto', 'Rayado', 'Desprendido']),
    ]),
  );
  sheet.signatures(['Agente actuante (prueba)', 'Conductor (prueba)']);
  return sheet.bytes();
}

function vehicle(sheet: Sheet, { generalInfo: info }: ReportOfPaper): void {
  sheet.heading('Vehículo');
  sheet.pairs([
    ['Marca y modelo', `${info.vehicleMakeName} ${info.vehicleModelName} ${info.vehicleYear}`],
    ['Chasis (VIN)', info.vinNumber],
    ['Póliza', info.insurancePolicyNumber],
    ['Asegurado', info.insuranceOwnerDisplayName],
  ]);
}

type Rows = readonly (readonly [string, string])[];

const cardOfPerson = ({ generalInfo: info }: ReportOfPaper, random: Random): Rows => [
  ['Nombre', info.insuranceOwnerDisplayName],
  ['Número', `999-${random.integer(1_000_000, 9_999_999)}-0`],
  ['Nacimiento', `${random.integer(10, 28)}/0${random.integer(1, 9)}/19${random.integer(60, 99)}`],
  ['Sangre', random.pick(['O+', 'A+', 'B+', 'O-'])],
  ['Vence', `31/12/20${random.integer(27, 33)}`],
];

const cardOfVehicle = ({ generalInfo: info }: ReportOfPaper, random: Random): Rows => [
  ['Propietario', info.insuranceOwnerDisplayName],
  ['Placa', `PRUEBA ${random.integer(10, 99)}`],
  ['Marca', info.vehicleMakeName],
  ['Modelo', `${info.vehicleModelName} ${info.vehicleYear}`],
  ['Chasis', info.vinNumber],
  ['Color', random.pick(['Blanco', 'Gris', 'Rojo', 'Azul', 'Negro'])],
];

/** Both sides of a card, as scanned onto one page or two. */
function card(title: string, issuer: string, rows: Rows, random: Random): Buffer {
  const sheet = openSheet(title, issuer);
  sheet.heading('Anverso');
  sheet.pairs(rows);
  if (random.chance(0.4)) sheet.newPage();
  sheet.heading('Reverso');
  sheet.paragraph('Este documento es una muestra. No identifica a ninguna persona ni vehículo que exista.');
  sheet.pairs([['Serie', `PRUEBA ${random.integer(100_000, 999_999)}`]]);
  sheet.signatures(['Firma (prueba)']);
  return sheet.bytes();
}

/** Up to eight pages. */
function quotation(report: ReportOfPaper, random: Random): Buffer {
  const sheet = openSheet('Cotización de reparación', 'Taller Prueba Norte');
  vehicle(sheet, report);
  sheet.heading('Piezas y mano de obra');
  const rows = Array.from({ length: random.integer(6, 250) }, () => {
    const one = random.pick([...allParts, ...services]);
    const quantity = random.integer(1, 3);
    return { name: one.name, quantity, price: one.price, total: quantity * one.price };
  });
  sheet.table(
    [
      { heading: 'Descripción', share: 0.52 },
      { heading: 'Cantidad', share: 0.12, isAmount: true },
      { heading: 'Precio', share: 0.18, isAmount: true },
      { heading: 'Total', share: 0.18, isAmount: true },
    ],
    rows.map(({ name, quantity, price, total }) => [name, String(quantity), inPesos(price), inPesos(total)]),
  );
  sheet.totals([['Total sin ITBIS', inPesos(rows.reduce((sum, { total }) => sum + total, 0))]]);
  sheet.signatures(['Taller (prueba)']);
  return sheet.bytes();
}

const allParts = categories.flatMap(({ parts }) => parts);

/** In an order of its own, none twice. */
const several = <Thing>(random: Random, things: readonly Thing[], count: number): Thing[] =>
  shuffled(random, things).slice(0, count);

const testimony = [
  'El vehículo circulaba en dirección norte a velocidad moderada cuando ocurrió el hecho, según declaró su conductor.',
  'La vía se encontraba mojada por la lluvia caída minutos antes y la visibilidad era reducida.',
  'Ambos conductores permanecieron en el lugar hasta la llegada de la autoridad y se identificaron.',
  'No se reportaron personas lesionadas; se recomendó a las partes acudir a sus compañías aseguradoras.',
  'Se tomaron fotografías del lugar, de los vehículos y de los daños visibles, las cuales se anexan a esta acta.',
  'El semáforo de la intersección se encontraba fuera de servicio al momento de levantarse el acta.',
  'El conductor presentó licencia, matrícula y marbete de seguro, todos vigentes y todos de prueba.',
];
