/** The words of a Dominican claims office: what the screens once said otherwise does not come back. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { withMarketplaceNamed } from '../../../renderer/app/locale/marketplace-name.ts';
import { leavesOf } from './leaves.ts';

/** What is not written any more, in any inflection, and what is written instead. */
const forbidden: readonly [pattern: RegExp, instead: string][] = [
  [/\bentregas?\s+(rechazad|con error)/i, 'envíos rechazados'],
  [/\blibros?\b(?! (de Excel|\.xlsx))/i, 'cartera (de pólizas)'],
  [/\b(un|el|los|del|al|de|por|solo) importes?\b|\bimportes\b/i, 'monto'],
  [/\blicitaci(ón|ones)\b/i, 'cotización'],
  [/\bpreguntar? otra vez\b/i, 'espera nueva consulta'],
  [/(?<!chasis \()\bVIN\b/i, 'chasis (VIN)'],
  [/\bchasis\b(?! \(VIN\))/i, 'chasis (VIN)'],
  [/\bsobrefactura/i, 'facturado de más'],
  [/\bno lo dijo\b|\bsin (decir|indicar)\b|^no vino$/i, 'no indicado'],
  [/\blo que preguntó\b/i, 'datos consultados'],
  [/\blo que dice\b|\bqué le pasa\b/i, 'valor en el archivo; error'],
  [/¿qué aseguradora/i, 'datos de la aseguradora'],
  [/¿con qué clave|\btra(er|iga|e) (la|una) (clave|que)\b/i, 'clave del marketplace; ingresar una clave'],
  [/\bninguna llamada con\b/i, 'aún no se ha usado'],
  [/\bcomo vino\b|\bver entera\b/i, 'restablecer; ajustar a pantalla'],
  [/\bde dónde (vino|salió)\b|\bcómo se halló\b/i, 'origen; cómo se obtuvo'],
  [/\bcomparte con otros registros\b/i, 'registros relacionados'],
  [/\bautoridades informadas\b/i, 'autoridades notificadas'],
  [/\bteclas?\b|\bintro\b|\bmayús\b/i, 'atajos de teclado, Enter, Shift'],
  [/\bpuestos?\b(?! en|s)|\ba mano\b/i, 'equipo; manual'],
  [/\bespera de una cancelación\b/i, 'tiempo para responder una cancelación'],
  [/\bllaveros?\b/i, 'almacén seguro de claves'],
  [/\bdentro de (…|\d+) min/i, 'reintento en'],
];
/** English, and names that only machines use. */
const foreign = [
  /\bPERITO_[A-Z]+/,
  /\b(console )?token\b/i,
  /\bkeytar\b/i,
  /\b(fileFullPath|previewFullPath|previewFilename|baseUrl|documentUrl|filename)\b/,
  /\b(image|application|text)\/[a-z]/,
  /\bcovered\b/i,
  /\bnull\b/i,
];
/** Where somebody who looks after the systems reads what to ask for. */
const forTechnicians = new Set(['rejected.detail.advice.type']);

function faultsOf(withPlaceholders: string): string[] {
  const text = withPlaceholders.replace(/\$?\{+\w[^}]*\}+/g, '…');
  const old = forbidden.flatMap(([pattern, instead]) => (pattern.test(text) ? [`write “${instead}”`] : []));
  return [...old, ...foreign.flatMap((pattern) => (pattern.test(text) ? [`takes ${pattern.source}`] : []))];
}

/** What other rooms say to people in Spanish, between quotation marks or back-ticks. */
const spokenElsewhere = [
  'main/desktop/problem-text.ts',
  'main/desktop/window.ts',
  'main/desktop/notifications.ts',
  'main/browser/sign-in.ts',
  'main/browser/secret-form.ts',
  'main/command-line/demo.ts',
  'main/engine/settings/defaults.ts',
  'main/engine/policies/import/folder-report.ts',
  'main/simulator/event-text.ts',
];

describe('the words of the office', () => {
  it('stand in every Spanish text of the screens', () => {
    const faults = [...leavesOf(es)].flatMap(([key, text]) =>
      forTechnicians.has(key) ? [] : faultsOf(text).map((fault) => `${key}: “${text}”: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it.each(spokenElsewhere)('stand in what %s says', (path) => {
    const source = readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
    const texts = [...source.matchAll(/(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map((match) => match[2] ?? '');
    const spanish = texts.filter((text) => /[áéíóúñ¿«]|\b(de|la|el|los|las|con|sin|se)\b/i.test(text));
    expect(spanish.flatMap((text) => faultsOf(text).map((fault) => `“${text}”: ${fault}`))).toEqual([]);
  });

  it.each([
    'Entregas rechazadas',
    'El libro está vacío',
    'Los importes suman',
    'por la licitación 12',
    'Debe preguntar otra vez',
    'por el VIN 1',
    'El chasis es corto',
    'Sobrefacturado',
    'No lo dijo',
    'Sin decir',
    'Ver las teclas',
    'en este puesto',
    'los demás, a mano',
    'Sin llavero',
    'PERITO_RECEIVER_KEYS 1',
    'Es image/jpeg',
  ])('are missed in “%s”', (text) => {
    expect(faultsOf(text)).not.toEqual([]);
  });

  it.each([
    'no es un libro de Excel',
    'Importe el archivo',
    'el chasis (VIN) está repetido',
    'Puestos en cola',
  ])('are kept by “%s”', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});

/** What is said of the computer at which somebody reads; all else is Perito's, which in an office is another. */
const ofTheDesk = [
  'cancellations.verdict.needPerson',
  'frame.person.label',
  'office.',
  'policies.imports.uploading.notReadable',
  'settings.appearance.about',
  'settings.section.thisComputer',
  'settings.thisComputer.',
  'settings.updates.version',
  'settings.updates.failure.notWritable',
];

it.each([
  ['Spanish', es, /\b(este (equipo|disco)|esta (computadora|máquina))\b/i],
  ['English', en, /\bthis (computer|machine|disk)\b/i],
])('in %s, the computer that has Perito is not called the one at which somebody reads', (_, words, here) => {
  const said = [...leavesOf(words)].filter(
    ([key, text]) => here.test(text) && !ofTheDesk.some((desk) => key.startsWith(desk)),
  );
  expect(said).toEqual([]);
});

describe('what the company calls the marketplace', () => {
  const said = (locale: 'es' | 'en', name: string, text: string) =>
    withMarketplaceNamed({ a: { text } }, locale, name).a.text;

  it.each([
    ['PiezaNet', 'El marketplace pidió cancelar', 'PiezaNet pidió cancelar'],
    ['PiezaNet', 'Orden 7 del marketplace', 'Orden 7 de PiezaNet'],
    ['PiezaNet', 'Hable con el marketplace', 'Hable con PiezaNet'],
    ['PiezaNet', 'Dígale esto al marketplace', 'Dígale esto a PiezaNet'],
    ['el portal', 'El marketplace recibió la llave del marketplace', 'El portal recibió la llave del portal'],
    ['El portal', 'Avise al marketplace', 'Avise al portal'],
    ['la bolsa', 'Claves del marketplace, al marketplace', 'Claves de la bolsa, a la bolsa'],
    ['', 'del marketplace', 'del marketplace'],
    ['marketplace', 'al marketplace', 'al marketplace'],
    ['a {{b}} $t(c)', 'del marketplace', 'de a b t(c)'],
  ])('%j: “%s”', (name, text, expected) => {
    expect(said('es', name, text)).toBe(expected);
  });

  it.each([
    ['PiezaNet', 'The marketplace asks', 'PiezaNet asks'],
    ['PiezaNet', 'Marketplace order 7', 'PiezaNet order 7'],
    ['the portal', 'of the marketplace’s user; Marketplace keys', 'of the portal’s user; portal keys'],
  ])('in English, %j: “%s”', (name, text, expected) => {
    expect(said('en', name, text)).toBe(expected);
  });

  it('leaves no other name of it in any text but those that are about the name', () => {
    for (const [words, locale] of [
      [es, 'es'],
      [en, 'en'],
    ] as const) {
      const left = [...leavesOf(withMarketplaceNamed(words, locale, 'PiezaNet'))]
        .filter(([, text]) => /marketplace/i.test(text))
        .map(([key]) => key);
      expect(left).toEqual(['settings.company.marketplaceName', 'settings.company.marketplaceNameHelp']);
    }
  });
});
