import Big from 'big.js';
import { exactText } from './exact-json.ts';

/** The PascalCase form of a name of the interface: `purchaseOrderId` is `PurchaseOrderId` ("Conventions"). */
export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const pascalNames = new Map<string, string>();

/** A member by its name, or by the PascalCase form of it; undefined where there is neither. */
export function member(object: object, name: string): unknown {
  const value: unknown = Reflect.get(object, name);
  if (value !== undefined) return value;
  let pascal = pascalNames.get(name);
  if (pascal === undefined) {
    pascal = pascalCase(name);
    pascalNames.set(name, pascal);
  }
  return Reflect.get(object, pascal);
}

/** The longest decimal that is read, in digits before or after the point. */
const maxDigits = 40;

/**
 * A decimal of the wire as an exact decimal text, from a JSON number or a text of one; null for anything else.
 * Up to 15 digits a JSON number keeps its decimal digits through a binary float; one that does not stands there with its
 * own text (`parseExactly`).
 */
export function decimalText(value: unknown): string | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    const text = String(value === 0 ? 0 : value);
    return text.includes('e') ? normalised(text) : text;
  }
  const given = typeof value === 'string' ? value : exactText(value);
  if (given === null) return null;
  const text = given.trim();
  if (/^-?\d{1,40}(\.\d{1,40})?$/.test(text)) return text;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? normalised(text) : null;
}

function normalised(text: string): string | null {
  if (text.length > 2 * maxDigits) return null;
  const number = new Big(
    text
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.')
      .replace(/\.(?=e|$)/i, ''),
  );
  if (Math.abs(number.e) > maxDigits) return null;
  return number.eq(0) ? '0' : number.toFixed();
}
