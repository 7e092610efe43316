import { expect, test } from 'vitest';
import {
  nameWords,
  plainName,
  similarity,
  similarityThreshold,
} from '../../../main/engine/claims/item-names.ts';

test.each([
  ['Bumper delantero', 'BUMPER  DELANTERO'],
  ['Bumper delantero', 'bumper, delantero.'],
  ['Guardafango', 'Guardafango x2'],
  ['Guardafango', 'Guardafango (2)'],
  ['Guardafango', 'Guardafango 2 uds'],
  ['Guardafango', 'Guardafango cant. 2'],
  ['Óptica niña', 'OPTICA NINA'],
  ['Faro-izquierdo', 'Faro izquierdo'],
])('%s and %s are the same name', (a, b) => {
  expect(plainName(a)).toBe(plainName(b));
});

test.each([
  ['Pieza 2', 'Pieza 3'],
  ['Aro 15', 'Aro 16'],
  ['Puerta', 'Puertas'],
])('%s and %s are not the same name', (a, b) => {
  expect(plainName(a)).not.toBe(plainName(b));
});

const alike = (a: string, b: string) => similarity(nameWords(a), nameWords(b)) >= similarityThreshold;

test.each([
  ['Guardafango delantero izquierdo', 'Guardafango del. izq.'],
  ['Puerta delantera derecha', 'Puerta delantera der.'],
  ['Bumper trasero', 'Bumper tras.'],
  ['Faro izquierdo', 'Faro LH'],
  ['Tapa del baúl', 'Tapa de baul'],
  ['Bumper delantero', 'Bomper delantero'],
  ['Espejo retrovisor con luz', 'Espejo con luz'],
  ['Puertas traseras', 'Puerta trasera'],
  ['Front bumper', 'Bumper delantero'],
])('%s and %s are similar', (a, b) => {
  expect(alike(a, b)).toBe(true);
  expect(alike(b, a)).toBe(true);
});

test.each([
  ['Guardafango delantero izquierdo', 'Guardafango delantero derecho'],
  ['Bumper delantero', 'Bumper trasero'],
  ['Brazo superior derecho', 'Brazo inferior derecho'],
  ['Moldura exterior puerta', 'Moldura interior puerta'],
  ['Espejo con luz', 'Espejo sin luz'],
  ['Aro 15 aluminio', 'Aro 16 aluminio'],
  ['Bonete', 'Parabrisas'],
  ['Faro izquierdo', 'Guardafango izquierdo'],
])('%s and %s are not', (a, b) => {
  expect(alike(a, b)).toBe(false);
  expect(alike(b, a)).toBe(false);
});
