import type { Random } from './random.ts';

/** The words that sample records are made of. Companies and people are plainly sample. */

export interface SampleCompany {
  /** The marketplace's id of the company. */
  id: number;
  taxId: string;
  name: string;
}

/** Nine digits with the check digit of the DGII, from a range in which no company is registered. */
export function sampleTaxId(serial: number): string {
  const digits = `9${String(serial).padStart(7, '0')}`;
  const weights = [7, 9, 8, 6, 5, 4, 3, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return `${digits}${((10 - (sum % 11)) % 9) + 1}`;
}

const company = (serial: number, name: string): SampleCompany => ({
  id: 9_000 + serial,
  taxId: sampleTaxId(serial),
  name,
});

/** Who receives everything: the same as the demo's own office. */
export const insurer = company(1, 'Aseguradora Prueba');

export const suppliers: readonly SampleCompany[] = [1, 2, 3, 4, 5].map((serial) =>
  company(100 + serial, `Repuestos Prueba ${serial}`),
);

export const workshops: readonly SampleCompany[] = ['Norte', 'Sur', 'Este', 'Cibao'].map((place, index) =>
  company(200 + index, `Taller Prueba ${place}`),
);

/** Insurance brokers, who report incidents for the insured. */
export const brokers: readonly SampleCompany[] = [1, 2].map((serial) =>
  company(300 + serial, `Corredores Prueba ${serial}`),
);

export const users = [1, 2, 3].map((serial) => ({
  email: `usuario${serial}@mercado-prueba.example`,
  name: `Usuario Prueba ${serial}`,
}));

export interface SamplePart {
  code: string;
  name: string;
  /** Usual price in Dominican pesos, whole. */
  price: number;
}

interface SampleCategory {
  id: number;
  name: string;
  parts: readonly SamplePart[];
}

const part = (code: string, name: string, price: number): SamplePart => ({ code, name, price });

export const categories: readonly SampleCategory[] = [
  {
    id: 1,
    name: 'Carrocería',
    parts: [
      part('CAR-0101', 'Bumper delantero', 9_800),
      part('CAR-0102', 'Bumper trasero', 9_200),
      part('CAR-0110', 'Guardalodos delantero derecho', 6_400),
      part('CAR-0111', 'Guardalodos delantero izquierdo', 6_400),
      part('CAR-0120', 'Bonete', 14_500),
      part('CAR-0130', 'Puerta delantera izquierda', 18_900),
      part('CAR-0131', 'Puerta trasera derecha', 17_600),
      part('CAR-0140', 'Parrilla', 4_750),
      part('CAR-0150', 'Retrovisor derecho', 5_350),
      part('CAR-0160', 'Tapa de baúl', 16_200),
    ],
  },
  {
    id: 2,
    name: 'Iluminación y cristales',
    parts: [
      part('LUZ-0201', 'Faro derecho', 8_900),
      part('LUZ-0202', 'Faro izquierdo', 8_900),
      part('LUZ-0210', 'Stop trasero derecho', 4_300),
      part('LUZ-0211', 'Stop trasero izquierdo', 4_300),
      part('LUZ-0220', 'Halógeno delantero', 2_450),
      part('CRI-0230', 'Cristal delantero', 12_800),
      part('CRI-0231', 'Cristal de puerta delantera', 3_900),
    ],
  },
  {
    id: 3,
    name: 'Mecánica y suspensión',
    parts: [
      part('MEC-0301', 'Radiador', 11_300),
      part('MEC-0302', 'Condensador de aire acondicionado', 9_700),
      part('MEC-0303', 'Electroventilador', 7_850),
      part('SUS-0310', 'Amortiguador delantero', 5_600),
      part('SUS-0311', 'Tijereta inferior', 4_900),
      part('SUS-0312', 'Terminal de dirección', 1_850),
      part('SUS-0320', 'Aro de aleación 16"', 7_400),
    ],
  },
];

export const itemTypes = [
  { id: 1, name: 'Nueva' },
  { id: 2, name: 'Usada' },
  { id: 3, name: 'Alternativa' },
];

export const itemActions = [
  { id: 1, name: 'Reparar' },
  { id: 2, name: 'Reemplazar' },
  { id: 3, name: 'Pintar' },
];

interface SampleService {
  id: number;
  code: string;
  name: string;
  /** Agreed price per unit in Dominican pesos. */
  price: number;
}

export const services: readonly SampleService[] = [
  { id: 11, code: 'MO-DES', name: 'Desabolladura', price: 2_800 },
  { id: 12, code: 'MO-PIN', name: 'Pintura de pieza', price: 4_500 },
  { id: 13, code: 'MO-MON', name: 'Desmonte y montura', price: 1_250 },
  { id: 14, code: 'MO-ALI', name: 'Alineación y balanceo', price: 1_900 },
  { id: 15, code: 'MO-MEC', name: 'Mano de obra mecánica', price: 1_600 },
  { id: 16, code: 'MO-ELE', name: 'Mano de obra eléctrica', price: 1_450 },
];

export const cancellationReasons = [
  { id: 1, name: 'Pieza equivocada' },
  { id: 2, name: 'El suplidor no tiene la pieza' },
  { id: 3, name: 'Tiempo de entrega vencido' },
  { id: 4, name: 'Pérdida total del vehículo' },
  { id: 5, name: 'El asegurado desistió' },
];

export const orderComments = [
  '',
  'Entregar en horario de oficina.',
  'Verificar el chasis antes de despachar.',
  'El vehículo ya está en el taller.',
  'Favor confirmar disponibilidad por teléfono.',
];

export const cancellationComments = [
  '',
  'El taller pidió la pieza del otro lado.',
  'Se pedirá a otro suplidor.',
  'Confirmado con el asegurado por teléfono.',
];

/** The provinces of the Dominican Republic with some of their cities. The ids are sample ids. */

export interface SampleCity {
  id: number;
  name: string;
}

export interface SampleProvince {
  id: number;
  name: string;
  cities: readonly SampleCity[];
}

const provinceCities: readonly (readonly [string, ...string[]])[] = [
  ['Distrito Nacional', 'Santo Domingo'],
  ['Azua', 'Azua de Compostela', 'Padre Las Casas'],
  ['Bahoruco', 'Neiba'],
  ['Barahona', 'Santa Cruz de Barahona', 'Cabral'],
  ['Dajabón', 'Dajabón'],
  ['Duarte', 'San Francisco de Macorís', 'Pimentel'],
  ['El Seibo', 'Santa Cruz de El Seibo'],
  ['Elías Piña', 'Comendador'],
  ['Espaillat', 'Moca', 'Gaspar Hernández'],
  ['Hato Mayor', 'Hato Mayor del Rey'],
  ['Hermanas Mirabal', 'Salcedo', 'Tenares'],
  ['Independencia', 'Jimaní'],
  ['La Altagracia', 'Higüey', 'Punta Cana'],
  ['La Romana', 'La Romana', 'Villa Hermosa'],
  ['La Vega', 'La Vega', 'Jarabacoa', 'Constanza'],
  ['María Trinidad Sánchez', 'Nagua'],
  ['Monseñor Nouel', 'Bonao'],
  ['Monte Cristi', 'San Fernando de Monte Cristi'],
  ['Monte Plata', 'Monte Plata'],
  ['Pedernales', 'Pedernales'],
  ['Peravia', 'Baní'],
  ['Puerto Plata', 'Puerto Plata', 'Sosúa'],
  ['Samaná', 'Santa Bárbara de Samaná', 'Las Terrenas'],
  ['San Cristóbal', 'San Cristóbal', 'Bajos de Haina', 'Villa Altagracia'],
  ['San José de Ocoa', 'San José de Ocoa'],
  ['San Juan', 'San Juan de la Maguana'],
  ['San Pedro de Macorís', 'San Pedro de Macorís', 'Consuelo'],
  ['Sánchez Ramírez', 'Cotuí'],
  ['Santiago', 'Santiago de los Caballeros', 'Tamboril', 'Villa Bisonó'],
  ['Santiago Rodríguez', 'San Ignacio de Sabaneta'],
  ['Santo Domingo', 'Santo Domingo Este', 'Santo Domingo Norte', 'Los Alcarrizos'],
  ['Valverde', 'Mao', 'Esperanza'],
];

export const provinces: readonly SampleProvince[] = provinceCities.map(([name, ...cities], index) => ({
  id: index + 1,
  name,
  cities: cities.map((city, place) => ({ id: (index + 1) * 100 + place + 1, name: city })),
}));

/** Where most vehicles are, and so most incidents. */
export const busyProvinces: readonly SampleProvince[] = provinces.filter(({ name }) =>
  ['Distrito Nacional', 'Santo Domingo', 'Santiago', 'La Vega', 'San Cristóbal', 'La Altagracia'].includes(
    name,
  ),
);

export const countries = [
  { id: 1, name: 'República Dominicana', code: 'DO' },
  { id: 2, name: 'Estados Unidos', code: 'US' },
  { id: 3, name: 'Puerto Rico', code: 'PR' },
  { id: 4, name: 'Panamá', code: 'PA' },
  { id: 5, name: 'Japón', code: 'JP' },
];

/** People who are insured: no such person, no such Cédula, no such telephone. */

export const firstNames = [
  'Ana',
  'Carlos',
  'Yohanna',
  'José Miguel',
  'Altagracia',
  'Rafael',
  'Yesenia',
  'Ramón',
  'Wilkin',
  'Rosa María',
];
/** Each ends in a word that says that the person is a sample. */
export const lastNames = [
  'Peña Prueba',
  'Rosario Prueba',
  'Ñáñez Prueba',
  'Polanco Prueba',
  'De la Cruz Prueba',
  'Báez Prueba',
];

export const streets = [
  'Av. 27 de Febrero',
  'Calle El Conde',
  'Av. Winston Churchill',
  'Calle del Sol',
  'Autopista Duarte',
  'Av. Independencia',
];

/** Eleven digits with their Luhn digit, of municipality 999, which there is not. */
export function sampleCedula(serial: number): string {
  const digits = `999${String(serial).padStart(7, '0')}`;
  const sum = [...digits].reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** 555-01xx is kept for fiction. */
export function samplePhone(random: Random): string {
  const area = random.pick(['809', '829', '849']);
  return `${area}-555-01${String(random.integer(0, 99)).padStart(2, '0')}`;
}

/** Vehicles as they are sold in the Dominican Republic; their VINs belong to no maker. */

export interface SampleModel {
  makeId: number;
  makeName: string;
  modelId: number;
  modelName: string;
}

const modelsOfMakes: readonly (readonly [string, ...string[]])[] = [
  ['Toyota', 'Corolla', 'RAV4', 'Hilux', 'Yaris', 'Land Cruiser Prado'],
  ['Honda', 'Civic', 'CR-V', 'Accord', 'Fit'],
  ['Hyundai', 'Sonata', 'Tucson', 'Santa Fe', 'Accent', 'Grand i10'],
  ['Kia', 'K5', 'Sportage', 'Picanto', 'Sorento'],
  ['Nissan', 'Sentra', 'Frontier', 'X-Trail', 'Kicks'],
  ['Mitsubishi', 'L200', 'Montero Sport', 'Outlander'],
  ['Suzuki', 'Vitara', 'Swift', 'Jimny'],
  ['Mazda', 'CX-5', 'BT-50', 'Mazda3'],
  ['Chevrolet', 'Colorado', 'Tracker', 'Trax'],
  ['Ford', 'Ranger', 'Explorer', 'Escape'],
  ['Isuzu', 'D-Max', 'MU-X'],
  ['Daihatsu', 'Hijet', 'Terios'],
];

export const models: readonly SampleModel[] = modelsOfMakes.flatMap(([makeName, ...names], make) =>
  names.map((modelName, model) => ({
    makeId: make + 1,
    makeName,
    modelId: (make + 1) * 100 + model + 1,
    modelName,
  })),
);

export const earliestYear = 2010;
export const latestYear = 2026;

/** No maker has a code that begins with 0, so no genuine VIN does. */
const sampleMaker = '0PR';

/** ISO 3779: no I, O or Q anywhere; besides, no U, Z or 0 for the model year. */
const letters = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const yearLetters = 'ABCDEFGHJKLMNPRSTVWXY';

/** A VIN of 17 characters with its check digit; the serial, up to 999,999, makes it unique in a seed. */
export function sampleVin(random: Random, year: number, serial: number): string {
  const description = Array.from({ length: 5 }, () => letters[random.integer(0, letters.length - 1)]).join(
    '',
  );
  const yearLetter = yearLetters[year - earliestYear];
  if (yearLetter === undefined) throw new RangeError(`no model year letter for ${year}`);
  const tail = `${yearLetter}P${String(serial).padStart(6, '0')}`;
  return `${sampleMaker}${description}${checkDigit(`${sampleMaker}${description}0${tail}`)}${tail}`;
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** 49 CFR 565.15: letters stand for 1 to 9, the weighted sum modulo 11, X for 10. */
function checkDigit(vin: string): string {
  const sum = weights.reduce((total, weight, place) => total + weight * letterValue(vin.charAt(place)), 0);
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}

function letterValue(character: string): number {
  if (/\d/.test(character)) return Number(character);
  return transliteration[character] ?? 0;
}

/** The letters of the values 1 to 9. */
const transliteration: Readonly<Record<string, number>> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'].flatMap((same, place) =>
    [...same].map((letter) => [letter, place + 1]),
  ),
);

/** Coverages as Dominican motor policies have them; the codes are sample codes. */

export interface SampleCoverage {
  code: string;
  name: string;
}

const fire = { code: 'INC', name: 'Incendio' };
const theft = { code: 'ROB', name: 'Robo' };
const collision = { code: 'COL', name: 'Colisión y vuelco' };
const glass = { code: 'CRI', name: 'Rotura de cristales' };
const comprehensive = { code: 'RCO', name: 'Riesgos comprensivos' };
const liability = { code: 'RC', name: 'Responsabilidad civil' };
const roadside = { code: 'AV', name: 'Asistencia vial' };

export const fullCoverage: readonly SampleCoverage[] = [
  liability,
  collision,
  fire,
  theft,
  glass,
  comprehensive,
  roadside,
];
/** What the law asks for, and a tow: covers no damage of the vehicle itself. */
export const liabilityOnly: readonly SampleCoverage[] = [liability, roadside];

/** The setting `coverageOfIncident` that fits the sample policy book. */
export const sampleCoverageOfIncident = {
  fire: [fire.code, comprehensive.code],
  theft: [theft.code],
  collision: [collision.code],
  glass: [glass.code, comprehensive.code],
  other: [comprehensive.code],
  none: [liability.code, roadside.code],
};
