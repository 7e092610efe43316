import { expect, test } from 'vitest';
import {
  contradict,
  nameWords,
  otherCostsOf,
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

test.each([
  ['  Bumper,   (DELANTERO) ', 'bumper delantero'],
  ['Aro (15)-cromado', 'aro 15 cromado'],
  ['Faro ((izq))', 'faro izq'],
  ['Faro x2 (2)', 'faro'],
  ['Faro 2 unidades x 2', 'faro'],
  [' X2 ', 'x2'],
  ['(2)', '(2)'],
  ['---', '---'],
  ['', ''],
])('the plain name of %j is %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test.each([
  ['otros costos', ''],
  ['otro costo pintura', null],
  ['otros costo grua', 'grua'],
  ['otras gastos del motor', 'motor'],
  ['other cost for paint', 'paint'],
  ['other charges', ''],
  ['mis otros costos', null],
  ['otros costosos', null],
])('%j are other costs of %j', (plain, of) => {
  expect(otherCostsOf(plain)).toBe(of);
});

test.each([
  ['Guardafango del. izq.', ['guardafang', 'delanter', 'izquierd']],
  ['Bumper del', ['bumper', 'delanter']],
  ['Bomba del poder', ['bomb', 'poder']],
  ['Tapa del baúl', ['tap', 'baul']],
  ['Bumper tras.', ['bumper', 'traser']],
  ['Front bumper', ['delanter', 'bumper']],
  ['Gas', ['gas']],
  ['Aros', ['aro']],
  ['Puertas laterales', ['puert', 'lateral']],
  ['Filtro H11es', ['filtr', 'h11es']],
  ['', []],
])('the words of %j are %j', (name, words) => {
  expect(nameWords(name)).toEqual(words);
});

test.each<[string[], string[], boolean]>([
  [['izquierd'], ['derech'], true],
  [['izquierd'], ['izquierd'], false],
  [['izquierd'], ['far'], false],
  // A pair of them is both.
  [['izquierd', 'derech'], ['derech'], false],
  [['aro', '15'], ['aro', '16'], true],
  [['aro', '15'], ['aro'], false],
  [['15', '16'], ['16', '17'], false],
  [[], [], false],
])('%j and %j contradict each other: %j', (a, b, expected) => {
  expect([contradict(a, b), contradict(b, a)]).toEqual([expected, expected]);
});

test.each<[string[], string[], number]>([
  [[], [], 0],
  [['far'], [], 0],
  [['far'], ['far'], 1],
  [['far', 'far'], ['far'], 2 / 3],
  [['far', 'grand'], ['far', 'chiquit'], 1 / 2],
  // A word takes its equal before another that is near.
  [['abcde', 'abxdf'], ['abcdf', 'abcde'], 1],
  // One letter is another, is missing, or is too many.
  [['bumper'], ['bomper'], 1],
  [['guardfang'], ['guardafang'], 1],
  [['farol'], ['faral'], 1],
  [['aguardafang'], ['guardafang'], 1],
  [['bumper'], ['bompir'], 0],
  [['bumper'], ['xbxumper'], 0],
  [['fara'], ['faro'], 0],
  // One is the beginning of the other.
  [['lat'], ['lateral'], 1],
  [['la'], ['lateral'], 0],
  [['ral'], ['lateral'], 0],
  [['bumper'], ['bumpe4'], 0],
  [['h4567'], ['h4568'], 0],
])('how similar %j and %j are: %d', (a, b, expected) => {
  expect([similarity(a, b), similarity(b, a)]).toEqual([expected, expected]);
});
