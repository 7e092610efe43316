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

export interface SampleCategory {
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

export interface SampleService {
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
