import type { TFunction } from 'i18next';
import { es } from '../app/locale/es.ts';
import type { FieldName } from './technical-fields.ts';

const isFieldName = (name: string): name is FieldName => Object.hasOwn(es.fields, name);

/** What people call a field of the interface, whichever initial it came with; the name itself of any other. */
export function fieldLabel(name: string, t: TFunction): string {
  const plain = name.charAt(0).toLowerCase() + name.slice(1);
  return isFieldName(plain) ? t(`fields.${plain}`) : name;
}
