import { useMemo } from 'react';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { Locale } from '#shared/terms.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import type { Format } from '../app/locale/format.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import { OrNone } from '../records/Facts.tsx';

/** What the insurer's own form and the incident form hold, readable; a form that is no JSON as the text that it is. */
export function FormData({ report }: { report: IncidentReport }) {
  const { t } = useI18n();
  const text = report.insuranceFormInfoJson?.trim() ?? '';
  const own = useMemo(() => formFieldsOfText(text), [text]);
  const contents = useMemo(() => formFields(report.reportFormContents ?? {}), [report]);
  return (
    <>
      {text !== '' && (own === null || own.length > 0) && (
        <Section title={t('incidents.section.insurerForm')} at="/insuranceFormInfoJson">
          {own === null ? (
            <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Typography>
          ) : (
            <FormFields fields={own} />
          )}
        </Section>
      )}
      {contents.length > 0 && (
        <Section title={t('incidents.section.form')} at="/reportFormContents">
          <FormFields fields={contents} />
        </Section>
      )}
    </>
  );
}

function FormFields({ fields }: { fields: readonly FormField[] }) {
  const { t, locale } = useI18n();
  return (
    <>
      <Fields>
        {fields.map((field) => (
          <Field
            key={JSON.stringify(field.path)}
            label={formLabel(field.path, locale)}
            wide={typeof field.value === 'string' && field.value.length > 80}
          >
            <FormValue field={field} />
          </Field>
        ))}
      </Fields>
      {fields.length >= maxFormFields && (
        <Typography variant="caption">{t('incidents.form.cut', { count: maxFormFields })}</Typography>
      )}
    </>
  );
}

function FormValue({ field: { value, ...field } }: { field: FormField }) {
  const { t, format } = useI18n();
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  return <OrNone>{value === null ? null : formValue({ ...field, value }, format)}</OrNone>;
}

/** One filled field of a form: the names on the way to it (places in lists from 1), and its value. */
type FormField = {
  path: readonly string[];
  /** A number as the digits that it came with. */
  value: string | boolean | null;
  isNumber: boolean;
};

/** The most fields that are shown as a table; the JSON received has all. */
export const maxFormFields = 300;

/**
 * The fields of a form of no known shape, in their order: objects and lists are walked, lists of plain values are one
 * field. Empty objects and lists are left out.
 */
export function formFields(form: unknown): FormField[] {
  const fields: FormField[] = [];
  walk(form, [], fields);
  return fields;
}

/** A text that should hold a form as JSON: its fields, or null where it is no object and no list. */
export function formFieldsOfText(text: string): FormField[] | null {
  try {
    const form: unknown = JSON.parse(text, asItCame);
    return typeof form === 'object' && form !== null ? formFields(form) : null;
  } catch {
    return null;
  }
}

/** A number that a float cannot hold stays the text that it is. */
function asItCame(_: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source
    ? new Digits(source)
    : value;
}

class Digits {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

function walk(value: unknown, path: readonly string[], fields: FormField[]): void {
  if (fields.length >= maxFormFields) return;
  if (Array.isArray(value) && value.every(isPlain)) {
    if (value.length > 0) fields.push({ path, value: value.map(plainText).join(', '), isNumber: false });
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) walk(element, [...path, String(index + 1)], fields);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Digits)) {
    if (path.length > 20) return;
    for (const [name, element] of Object.entries(value)) walk(element, [...path, name], fields);
  } else {
    const isNumber = value instanceof Digits || typeof value === 'number';
    const text = typeof value === 'boolean' || value === null ? value : plainText(value);
    fields.push({ path, value: text, isNumber });
  }
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Digits;
const plainText = (value: unknown): string => (value instanceof Digits ? value.source : String(value));

/**
 * What a field of a form is called: "Conductor · Teléfono" of `conductor.telefono`, "Terceros 2 · Placa" of the second
 * of `terceros`. The names are the form's own, written as people write; in Spanish those that forms have in English
 * are Spanish.
 */
export function formLabel(path: readonly string[], locale: Locale): string {
  const parts: string[] = [];
  for (const name of path) {
    const last = parts.length - 1;
    if (/^\d+$/.test(name) && last >= 0) parts[last] += ` ${name}`;
    else parts.push(nameText(name, locale));
  }
  return parts.join(' · ');
}

/**
 * A field's value as people write it: amounts with two decimals, other numbers in groups of thousands, days and times
 * as everywhere. Phone numbers, ids, years and whatever else only looks like a number stay as they came.
 */
export function formValue({ path, value, isNumber }: FormField & { value: string }, format: Format): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value))
    return /(?:Z|[+-]\d{2}:?\d{2})$/i.test(value) ? format.exact(value) : format.local(value);
  // An index says nothing about its element.
  const name = path.findLast((step) => !/^\d+$/.test(step)) ?? '';
  const label = splitName(name).map(plain);
  if (label.some((token) => identifying.has(token))) return value;
  const money = label.some((token) => moneyText.has(token));
  if (money && /^-?\d{1,15}(\.\d{1,2})?$/.test(value)) return format.amount(value);
  return isNumber && /^-?\d{1,15}(\.\d{1,4})?$/.test(value) ? format.quantity(value) : value;
}

/** `odometroKm`, `ODOMETRO_KM` and `odometro-km` are two words. */
function splitName(name: string): string[] {
  return name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_\-.]+/)
    .filter((token) => token !== '');
}

const plain = (token: string): string => withoutAccents(token).toLowerCase();

function nameText(name: string, locale: Locale): string {
  const label = splitName(name);
  // Labels written for people stay unchanged.
  if (/\s/.test(name.trim()) || label.length === 0) return capitalised(name.trim());
  const phrase = label.map(plain).join(' ');
  if (locale === 'es') {
    const spanish = spanishOf[phrase];
    if (spanish !== undefined) return capitalised(spanish);
  }
  const written = label.map(spelled);
  const unit = written.length > 1 ? units[plain(label.at(-1) ?? '')] : undefined;
  if (unit !== undefined) written.splice(-1, 1, `(${unit})`);
  return capitalised(written.join(' '));
}

function spelled(token: string): string {
  const bare = plain(token);
  if (acronyms.has(bare)) return bare.toUpperCase();
  const accented = accents[bare];
  if (accented !== undefined) return accented;
  // Every Spanish word that ends so has the accent, and no English one ends so.
  return token.toLowerCase().replace(/cion$/, 'ción');
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const units: Readonly<Record<string, string>> = { km: 'km', kmh: 'km/h', cm: 'cm', kg: 'kg' };

const acronyms: ReadonlySet<string> = new Set(['rnc', 'ncf', 'vin', 'itbis', 'gps', 'dgii']);

/** Words after which a number is none: a phone, an id, a document, a year. */
const identifying: ReadonlySet<string> = new Set(
  (
    'id ids tel telefono telefonos celular movil fax phone mobile cell cedula rnc ncf pasaporte passport numero number ' +
    'num no nro codigo code cod placa plate licencia license matricula poliza policy vin chasis chassis serie serial ' +
    'ano anio anos year zip postal extension ext acta caso reclamo claim cuenta account referencia reference ' +
    'identificacion identification documento document whatsapp'
  ).split(' '),
);

const moneyText: ReadonlySet<string> = new Set(
  (
    'monto montos importe valor deducible precio costo costos total subtotal prima suma presupuesto estimado estimacion ' +
    'itbis salario amount value deductible price cost costs premium sum estimate estimated tax budget'
  ).split(' '),
);

/** As they are written, by their letters alone. */
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'año años área áreas código códigos cédula cédulas categoría clínica compañía compañías daño daños dónde cómo cuándo ' +
    'cuántos cuántas día días electrónico grúa género kilómetros línea líneas lesión matrícula médico médica móvil ' +
    'número números odómetro país póliza pólizas policía público pública qué quién semáforo señal señales teléfono ' +
    'teléfonos título tránsito técnico última último única único vehículo vehículos víctima víctimas vía vías colisión ' +
    'emisión profesión transmisión comisión extensión'
  )
    .split(' ')
    .map((token) => [plain(token), token]),
);

/** Frequent English field names of forms. */
const spanishOf: Readonly<Record<string, string>> = {
  driver: 'conductor',
  'driver name': 'nombre del conductor',
  'driver age': 'edad del conductor',
  'driver phone': 'teléfono del conductor',
  'driver license': 'licencia del conductor',
  license: 'licencia',
  'license number': 'número de licencia',
  'license plate': 'placa',
  plate: 'placa',
  'plate number': 'placa',
  name: 'nombre',
  'full name': 'nombre completo',
  'first name': 'nombre',
  'last name': 'apellido',
  age: 'edad',
  gender: 'sexo',
  'birth date': 'fecha de nacimiento',
  phone: 'teléfono',
  'phone number': 'teléfono',
  mobile: 'celular',
  email: 'correo',
  'email address': 'correo',
  address: 'dirección',
  location: 'lugar',
  street: 'calle',
  city: 'ciudad',
  province: 'provincia',
  state: 'provincia',
  date: 'fecha',
  time: 'hora',
  description: 'descripción',
  account: 'relato',
  narrative: 'relato',
  statement: 'declaración',
  remarks: 'observaciones',
  notes: 'observaciones',
  comments: 'comentarios',
  odometer: 'odómetro',
  'odometer km': 'odómetro (km)',
  mileage: 'kilometraje',
  speed: 'velocidad',
  weather: 'clima',
  injuries: 'lesionados',
  injured: 'lesionados',
  'has injuries': 'hay lesionados',
  witness: 'testigo',
  witnesses: 'testigos',
  passengers: 'pasajeros',
  occupants: 'ocupantes',
  'third party': 'tercero',
  'third parties': 'terceros',
  'police report': 'acta policial',
  'police report number': 'número del acta policial',
  towing: 'grúa',
  'needs towing': 'requiere grúa',
  'towing required': 'requiere grúa',
  drivable: 'el vehículo rueda',
  'vehicle drivable': 'el vehículo rueda',
  vehicle: 'vehículo',
  make: 'marca',
  model: 'modelo',
  year: 'año',
  color: 'color',
  owner: 'propietario',
  insurer: 'aseguradora',
  'insurance company': 'aseguradora',
  policy: 'póliza',
  'policy number': 'número de póliza',
  branch: 'sucursal',
  adjuster: 'ajustador',
  deductible: 'deducible',
  amount: 'monto',
  'estimated amount': 'monto estimado',
  'estimated damage': 'daño estimado',
  relationship: 'parentesco',
};
