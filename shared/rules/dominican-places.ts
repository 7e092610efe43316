/**
 * Where a point is, in words a Dominican reader knows: near which provincial capital. The capitals are those of the
 * 31 provinces and of the National District, each at its central park, to about a kilometre.
 */
export type Point = { latitude: number; longitude: number };
type Capital = Point & { name: string; province: string };

const capital = (name: string, province: string, latitude: number, longitude: number): Capital => ({
  name,
  province,
  latitude,
  longitude,
});

export const capitals: readonly Capital[] = [
  capital('Santo Domingo', 'Distrito Nacional', 18.4734, -69.884),
  capital('Azua', 'Azua', 18.4532, -70.7349),
  capital('Neiba', 'Bahoruco', 18.4819, -71.4186),
  capital('Barahona', 'Barahona', 18.2085, -71.1008),
  capital('Dajabón', 'Dajabón', 19.5488, -71.7083),
  capital('San Francisco de Macorís', 'Duarte', 19.3008, -70.2526),
  capital('Comendador', 'Elías Piña', 18.8763, -71.7069),
  capital('El Seibo', 'El Seibo', 18.7656, -69.0389),
  capital('Moca', 'Espaillat', 19.3935, -70.526),
  capital('Hato Mayor', 'Hato Mayor', 18.7628, -69.2568),
  capital('Salcedo', 'Hermanas Mirabal', 19.3776, -70.4176),
  capital('Jimaní', 'Independencia', 18.4917, -71.8502),
  capital('Higüey', 'La Altagracia', 18.615, -68.7078),
  capital('La Romana', 'La Romana', 18.4273, -68.9728),
  capital('La Vega', 'La Vega', 19.2221, -70.5296),
  capital('Nagua', 'María Trinidad Sánchez', 19.3832, -69.8474),
  capital('Bonao', 'Monseñor Nouel', 18.9369, -70.4092),
  capital('Monte Cristi', 'Monte Cristi', 19.8483, -71.6458),
  capital('Monte Plata', 'Monte Plata', 18.807, -69.784),
  capital('Pedernales', 'Pedernales', 18.0384, -71.744),
  capital('Baní', 'Peravia', 18.2796, -70.3319),
  capital('Puerto Plata', 'Puerto Plata', 19.7934, -70.6884),
  capital('Samaná', 'Samaná', 19.2056, -69.3369),
  capital('San Cristóbal', 'San Cristóbal', 18.4167, -70.1083),
  capital('San José de Ocoa', 'San José de Ocoa', 18.5466, -70.5063),
  capital('San Juan de la Maguana', 'San Juan', 18.8059, -71.2299),
  capital('San Pedro de Macorís', 'San Pedro de Macorís', 18.4539, -69.3086),
  capital('Cotuí', 'Sánchez Ramírez', 19.0527, -70.1494),
  capital('Santiago', 'Santiago', 19.4517, -70.697),
  capital('Sabaneta', 'Santiago Rodríguez', 19.4779, -71.3412),
  capital('Santo Domingo Este', 'Santo Domingo', 18.4885, -69.8571),
  capital('Mao', 'Valverde', 19.5519, -71.0781),
];

/** The land border from north to south, to a few kilometres: what lies west of it is Haiti. */
const westernBorder: readonly Point[] = [
  { latitude: 20.0, longitude: -71.76 },
  { latitude: 19.7, longitude: -71.76 },
  { latitude: 19.33, longitude: -71.78 },
  { latitude: 19.2, longitude: -71.65 },
  { latitude: 19.0, longitude: -71.68 },
  { latitude: 18.75, longitude: -71.75 },
  { latitude: 18.62, longitude: -72.02 },
  { latitude: 18.4, longitude: -71.92 },
  { latitude: 18.3, longitude: -71.74 },
  { latitude: 18.03, longitude: -71.79 },
  { latitude: 17.4, longitude: -71.79 },
];

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometres over the ground (haversine, mean radius of the earth). */
export function kilometres(from: Point, to: Point): number {
  const latitude = radians(to.latitude - from.latitude) / 2;
  const longitude = radians(to.longitude - from.longitude) / 2;
  const half =
    Math.sin(latitude) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(longitude) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Degrees of the westernmost point of the country at a latitude. */
function westAt(latitude: number): number {
  for (const [index, south] of westernBorder.entries()) {
    const north = westernBorder[index - 1];
    if (north === undefined || latitude < south.latitude) continue;
    const share = (latitude - south.latitude) / (north.latitude - south.latitude);
    return south.longitude + share * (north.longitude - south.longitude);
  }
  return westernBorder.at(-1)?.longitude ?? -72;
}

/** Within a few kilometres, waters near the coast included. */
export const inCountry = ({ latitude, longitude }: Point): boolean =>
  latitude >= 17.3 && latitude <= 20.05 && longitude <= -68.1 && longitude >= westAt(latitude) - 0.03;

/** The nearest capital within 100 km, and how far it is; null beyond that. */
export function nearestCapital(point: Point): { capital: Capital; km: number } | null {
  let nearest: { capital: Capital; km: number } | null = null;
  for (const one of capitals) {
    const km = kilometres(point, one);
    if (km <= 100 && (nearest === null || km < nearest.km)) nearest = { capital: one, km };
  }
  return nearest;
}
