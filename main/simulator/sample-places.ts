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
