import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guessIncidentTypes } from '../../../shared/rules/coverage-guess.ts';

test.each([
  ['INC', 'Incendio', ['fire']],
  ['01', 'INCENDIO Y/O RAYO', ['fire']],
  ['ROB', 'Robo', ['theft']],
  ['02', 'Robo, hurto y desaparición', ['theft']],
  ['COL', 'Colisión y vuelco', ['collision']],
  ['COLISION', 'colision', ['collision']],
  ['03', 'Choque', ['collision']],
  ['04', 'Daños propios', ['collision']],
  ['CRI', 'Rotura de cristales', ['glass']],
  ['05', 'Vidrios y parabrisas', ['glass']],
  ['06', 'Incendio y robo', ['fire', 'theft']],
  ['07', 'Inundación, huracán o terremoto', ['other']],
  ['08', 'Motín, huelga y daños maliciosos', ['other']],
  ['RCO', 'Riesgos comprensivos', ['fire', 'theft', 'glass', 'other']],
  ['19', ' Todo - riesgo. ', ['fire', 'theft', 'collision', 'glass']],
  [' INC', 'Cobertura C', ['fire']],
  ['TR', 'Todo riesgo', ['fire', 'theft', 'collision', 'glass']],
  ['F', 'Seguro Full', ['fire', 'theft', 'collision', 'glass']],
  ['09', 'Fire', ['fire']],
  ['10', 'Theft of vehicle', ['theft']],
  ['11', 'Collision or overturning', ['collision']],
  ['12', 'Windshield', ['glass']],
  ['13', 'Comprehensive', ['fire', 'theft', 'glass', 'other']],
  ['RC', 'Responsabilidad civil', []],
  ['DPA', 'Daños a la propiedad ajena', []],
  ['LC', 'Lesiones corporales o muerte a un pasajero', []],
  ['AP', 'Accidentes personales', []],
  ['AV', 'Asistencia vial', []],
  ['FJ', 'Fianza judicial', []],
  ['14', 'Casa del Conductor', []],
  ['15', 'Third party liability', []],
  ['16', 'Auto sustituto', []],
  // Where the name is the code, or says nothing.
  ['COL', 'COL', ['collision']],
  ['ROB01', 'Cobertura B', ['theft']],
  ['RC2', 'Básica', []],
  ['A7', 'Cobertura A', null],
  ['X', 'X', null],
  // Both: only a person can tell.
  ['17', 'Responsabilidad civil por incendio', null],
  ['18', 'Robótica', null],
])('%s %s', (code, name, types) => {
  expect(guessIncidentTypes(code, name)).toEqual(types);
});

test('no text makes it fail, and case and accents make no difference', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (code, name) => {
      expect(guessIncidentTypes(code, name)).toEqual(guessIncidentTypes(code.trim(), ` ${name} `));
    }),
  );
  expect(guessIncidentTypes('1', 'COLISIÓN')).toEqual(guessIncidentTypes('1', 'colision'));
});
