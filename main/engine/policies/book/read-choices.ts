import { identificationTypes, personTypes } from '#shared/marketplace/insurance-policy.ts';
import { withoutAccents } from '#shared/without-accents.ts';

/** Lower case, without accents, points and doubled spaces. */
export function folded(text: string): string {
  return (
    withoutAccents(text)
      // The raised letters of Nº and N.ª are signs.
      .replaceAll(/[ºª]|[^\p{L}\p{N}]+/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()
  );
}

const yes = new Set([
  'si',
  's',
  'yes',
  'y',
  'true',
  'verdadero',
  '1',
  'x',
  'excluido',
  'pendiente',
  'unpaid',
]);
const no = new Set(['no', 'n', 'false', 'falso', '0', '', 'incluido', 'pagado', 'pagada', 'paid', 'al dia']);

/** True or false; null where the text is neither. An empty text is false. */
export function readYesOrNo(text: string): boolean | null {
  const word = folded(text);
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

const personTypeWords = new Map<string, number>([
  ['1', personTypes.company],
  ['empresa', personTypes.company],
  ['compania', personTypes.company],
  ['juridica', personTypes.company],
  ['persona juridica', personTypes.company],
  ['moral', personTypes.company],
  ['company', personTypes.company],
  ['2', personTypes.naturalPerson],
  ['persona', personTypes.naturalPerson],
  ['fisica', personTypes.naturalPerson],
  ['persona fisica', personTypes.naturalPerson],
  ['natural', personTypes.naturalPerson],
  ['persona natural', personTypes.naturalPerson],
  ['natural person', personTypes.naturalPerson],
  ['individual', personTypes.naturalPerson],
]);

const identificationTypeWords = new Map<string, number>([
  ['1', identificationTypes.rnc],
  ['rnc', identificationTypes.rnc],
  ['2', identificationTypes.cedula],
  ['cedula', identificationTypes.cedula],
  ['cedula de identidad', identificationTypes.cedula],
  ['3', identificationTypes.other],
  ['otro', identificationTypes.other],
  ['otra', identificationTypes.other],
  ['other', identificationTypes.other],
  ['pasaporte', identificationTypes.other],
  ['passport', identificationTypes.other],
]);

/** A `personTypeId` (interface, "OwnerDetails") from its number or a word; null where it is neither. */
export function readPersonType(text: string): number | null {
  return personTypeWords.get(folded(text)) ?? null;
}

/** An `identificationTypeId` (interface, "PersonalDetails") from its number or a word; null where it is neither. */
export function readIdentificationType(text: string): number | null {
  return identificationTypeWords.get(folded(text)) ?? null;
}
