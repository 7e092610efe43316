import { type IncidentTypeName, incidentTypeNames } from '../policy-terms.ts';
import { withoutAccents } from '../without-accents.ts';

/** What a coverage of an insurer's own names covers, by words of Dominican and English motor policies. */
const wordsOfTypes: readonly (readonly [RegExp, readonly IncidentTypeName[]])[] = [
  [/\b(incendios?|fuego|fire)\b/, ['fire']],
  [/\b(robos?|hurtos?|sustraccion|theft|burglary|stolen)\b/, ['theft']],
  [
    /\b(colision(es)?|choques?|vuelcos?|volcadura|danos propios|collision|overturning|own damage)\b/,
    ['collision'],
  ],
  [/\b(cristal(es)?|vidrios?|parabrisas?|glass|windscreen|windshield)\b/, ['glass']],
  [/\b(todo riesgo|cobertura (total|completa)|full|all risks?)\b/, ['fire', 'theft', 'collision', 'glass']],
  [/\b(comprensiv[oa]s?|comprehensive)\b/, ['fire', 'theft', 'glass', 'other']],
  [
    /\b(inundacion(es)?|huracan(es)?|ciclon(es)?|terremotos?|temblor(es)?|fenomenos|catastrofes?|naturaleza|vandalismo|danos maliciosos|motin(es)?|huelgas?|flood|hurricanes?|earthquakes?|vandalism|riots?|strikes?|acts of nature|natural disasters?)\b/,
    ['other'],
  ],
];
/** Damage to others, people, and services: no incident of the vehicle itself is covered by it. */
const ofNone =
  /\b(responsabilidad civil|liability|terceros|third part(y|ies)|propiedad ajena|lesiones|muerte|fallecimiento|accidentes (personales|del? conductor|conductor|pasajeros)|personal accident|gastos medicos|medical|asistencia|grua|roadside|towing|fianzas?|bail|casa del conductor|defensa|legal|sustituto|reemplazo|alquiler|renta|rental|ultimos gastos|funerarios?)\b/;

/** Where the name says nothing, by how a code begins. */
const codesOfTypes: readonly (readonly [RegExp, readonly IncidentTypeName[]])[] = [
  [/^(inc|fue|fir)/, ['fire']],
  [/^(rob|hur|the)/, ['theft']],
  [/^(col|cho|vue)/, ['collision']],
  [/^(cri|vid|gla)/, ['glass']],
  [/^(rc|rcv|av|asi|ap|gm|fj)\d*$/, []],
];

/**
 * Guesses which incident types a coverage covers, in the order of their ids; none where it is of another kind, as
 * liability is. Null where neither name nor code says anything, or they say both. A guess only: somebody confirms it.
 */
export function guessIncidentTypes(code: string, name: string): IncidentTypeName[] | null {
  const words = folded(name);
  const found = typesIn(words);
  const isOfNone = ofNone.test(words);
  if (found.length > 0) return isOfNone ? null : found;
  if (isOfNone) return [];
  const types = codesOfTypes.find(([begins]) => begins.test(folded(code)))?.[1];
  return types === undefined ? null : [...types];
}

function typesIn(words: string): IncidentTypeName[] {
  const found = new Set(wordsOfTypes.flatMap(([form, types]) => (form.test(words) ? types : [])));
  return incidentTypeNames.filter((type) => found.has(type));
}

/** Lower case without accents, and one space in place of whatever stands between words. */
const folded = (text: string): string =>
  withoutAccents(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
