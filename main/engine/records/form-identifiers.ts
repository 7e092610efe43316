/**
 * Plates, telephones and identity numbers in the forms of an incident report, whose members the interface leaves open
 * (`insuranceFormInfoJson`, `reportFormContents`): found by the name of the member, and by the form of its value.
 */
import { withoutAccents } from '#shared/without-accents.ts';
import { indexKey } from '../store/index.ts';

export interface FormIdentifiers {
  /** Letters and digits, in capitals. */
  plates: string[];
  /** The ten digits of a Dominican or North American number. */
  phones: string[];
  /** The digits of a Cédula. */
  identities: string[];
}

/** Members that are looked at, how deep, and how many of a kind are kept. */
const maxMembers = 2000;
const maxDepth = 12;
const maxOfKind = 10;
/** A form as text is read as far as this. */
const maxFormLength = 200_000;

const plateName = /(^|_)(placas?|plates?)(_|$)/;
const phoneName = /(^|_)(tel|telefonos?|celular(es)?|movil(es)?|whatsapp|phones?|mobile|cell)(_|$)/;
const identityName = /(^|_)(cedulas?|identificacion|identification|identidad|documento_identidad)(_|$)/;

/** `placaVehiculo`, `PLACA_VEHICULO` and `placa vehículo` are the same words. */
const wordsOf = (name: string): string =>
  withoutAccents(name.slice(0, 100).replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')).replaceAll(
    /[^\p{L}\p{N}]+/gu,
    '_',
  );

/** All of the forms given: objects, or JSON as a text. What is no form has none. */
export function formIdentifiers(forms: readonly unknown[]): FormIdentifiers {
  const found = { plates: new Set<string>(), phones: new Set<string>(), identities: new Set<string>() };
  for (const { name, text } of valuesOf(forms)) note(found, name, text);
  return {
    plates: [...found.plates].slice(0, maxOfKind),
    phones: [...found.phones].slice(0, maxOfKind),
    identities: [...found.identities].slice(0, maxOfKind),
  };
}

/** So many characters of the texts in forms are kept. */
const maxFormTexts = 8000;

/** What was filled in, each text once, in its order; of a form that is a text and no JSON, the text. */
export function formTexts(forms: readonly unknown[]): string[] {
  const texts = new Set<string>();
  let length = 0;
  const add = (text: string) => {
    const kept = text.trim().slice(0, maxFormTexts - length);
    if (kept === '' || texts.has(kept)) return;
    texts.add(kept);
    length += kept.length;
  };
  for (const { text } of valuesOf(forms)) add(text);
  for (const form of forms) if (typeof form === 'string' && parsed(form) === null) add(form);
  return [...texts];
}

/** The texts and numbers in forms, each with the names that lead to it. */
function valuesOf(forms: readonly unknown[]): { name: string; text: string }[] {
  const values: { name: string; text: string }[] = [];
  let members = 0;
  const walk = (value: unknown, name: string, depth: number): void => {
    if (members >= maxMembers || depth > maxDepth) return;
    members += 1;
    if (typeof value === 'string' || typeof value === 'number') values.push({ name, text: String(value) });
    else if (Array.isArray(value)) for (const element of value) walk(element, name, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) walk(member, `${name}_${wordsOf(key)}`, depth + 1);
  };
  for (const form of forms) walk(typeof form === 'string' ? parsed(form) : form, '', 0);
  return values;
}

function parsed(form: string): unknown {
  if (form.length > maxFormLength) return null;
  try {
    return JSON.parse(form);
  } catch {
    return null;
  }
}

function note(found: Record<keyof FormIdentifiers, Set<string>>, name: string, text: string): void {
  if (text.length > 60) return;
  if (plateName.test(name)) addPresent(found.plates, plateValue(text));
  if (phoneName.test(name)) addPresent(found.phones, phoneValue(text));
  if (identityName.test(name)) addPresent(found.identities, identityValue(text));
}

const addPresent = (values: Set<string>, value: string | null): void => {
  if (value !== null) values.add(value);
};

/** Letters with digits, 5 to 10 of them: no plate has fewer. */
function plateValue(text: string): string | null {
  const plate = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  return /^(?=.*\d)[A-Z0-9]{5,10}$/.test(plate) ? indexKey(plate) : null;
}

/** Ten digits, with or without the 1 before them; not ten times the same. */
function phoneValue(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 && !/^(\d)\1+$/.test(digits) ? digits : null;
}

/** The eleven digits of a Cédula; not eleven times the same. */
function identityValue(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length === 11 && !/^(\d)\1+$/.test(digits) ? digits : null;
}
