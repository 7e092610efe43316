/** The words of sample incident reports. Ids are sample ids: the interface shows none of their lists. */

export const incidentTypeNames: Readonly<Record<number, string>> = {
  1: 'Incendio',
  2: 'Robo',
  3: 'Colisión',
  4: 'Rotura de cristales',
  5: 'Otro',
};

/** `incidentReportCategoryId`, taken to be the `reportCategoryId` of the lookup (interface, its parameter table). */
export const reportCategoryNames: Readonly<Record<number, string>> = {
  1: 'Reportado por el taller o intermediario',
  2: 'Reportado por el asegurado',
};

export const reportStatus = { id: 12, name: 'Enviado a la aseguradora' };

export const authorities = [
  { authorityId: 1, authorityName: 'DIGESETT' },
  { authorityId: 2, authorityName: 'Policía Nacional' },
  { authorityId: 3, authorityName: 'Cuerpo de Bomberos' },
  { authorityId: 4, authorityName: 'Sistema 9-1-1' },
];

export interface AttachmentType {
  id: number;
  name: string;
}

const typed = (first: number, names: readonly string[]): AttachmentType[] =>
  names.map((name, index) => ({ id: first + index, name }));

/** What a photograph shows. */
export const pictureTypes = typed(21, [
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

export const documentTypesOfIncident = typed(41, [
  'Acta policial',
  'Licencia de conducir',
  'Matrícula',
  'Cédula del conductor',
]);

/** What happened, by incident type. */
export const accounts: Readonly<Record<number, readonly string[]>> = {
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
