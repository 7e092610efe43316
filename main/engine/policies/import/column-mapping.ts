import { type ColumnMapping, columnMapping } from '#shared/contract/policy-imports.ts';
import { type PolicyColumn, policyColumns } from '#shared/policy-terms.ts';
import { findColumnMapping, type Store } from '../../store/index.ts';
import { folded } from '../book/cells.ts';

/** The mapping that was last used for these headings, or else the proposed one. */
export async function knownMapping(
  store: Pick<Store, 'read'>,
  headings: readonly string[],
): Promise<{ mapping: ColumnMapping; isRemembered: boolean }> {
  const remembered = await store.read((tx) => findColumnMapping(tx, headingsKey(headings)));
  if (remembered === null) return { mapping: proposeMapping(headings), isRemembered: false };
  // The same headings may be written otherwise this time.
  const columnOf = new Map(
    Object.entries(storedMapping(remembered)).map(([heading, column]) => [folded(heading), column]),
  );
  const mapping = headings.flatMap((heading) => {
    const column = columnOf.get(folded(heading));
    return column === undefined ? [] : [[heading, column] as const];
  });
  return { mapping: Object.fromEntries(mapping), isRemembered: true };
}

export function storedMapping(text: string | null): ColumnMapping {
  return text === null ? {} : columnMapping.parse(JSON.parse(text));
}

/** Headings of each column as Dominican and English exports have them, folded: no accents, case or punctuation. */
const synonyms: Record<PolicyColumn, readonly string[]> = {
  insurancePolicyNumber: [
    'poliza',
    'no poliza',
    'no de poliza',
    'num poliza',
    'num de poliza',
    'numero poliza',
    'numero de poliza',
    'nro poliza',
    'nro de poliza',
    'n poliza',
    'n de poliza',
    'policy',
    'policy no',
    'policy number',
  ],
  personTypeId: ['tipo de persona', 'tipo persona', 'tipo de asegurado', 'person type', 'owner type'],
  companyTaxId: ['rnc', 'rnc empresa', 'rnc asegurado', 'rnc del asegurado', 'company tax id', 'tax id'],
  companyName: [
    'razon social',
    'empresa',
    'compania',
    'nombre de la empresa',
    'nombre empresa',
    'company',
    'company name',
  ],
  identification: [
    'cedula',
    'cedula asegurado',
    'cedula del asegurado',
    'no cedula',
    'no de cedula',
    'numero de cedula',
    'cedula rnc',
    'rnc cedula',
    'cedula o rnc',
    'rnc o cedula',
    'identificacion',
    'no identificacion',
    'numero de identificacion',
    'documento',
    'documento de identidad',
    'identification',
    'identification number',
    'id number',
  ],
  identificationTypeId: [
    'tipo de identificacion',
    'tipo identificacion',
    'tipo de documento',
    'tipo documento',
    'identification type',
    'id type',
  ],
  firstName: ['nombre', 'nombres', 'primer nombre', 'first name', 'given name'],
  lastName: ['apellido', 'apellidos', 'last name', 'surname', 'family name'],
  phoneNumber: [
    'telefono',
    'telefonos',
    'tel',
    'celular',
    'movil',
    'phone',
    'phone number',
    'telephone',
    'mobile',
  ],
  displayName: [
    'asegurado',
    'nombre asegurado',
    'nombre del asegurado',
    'nombre completo',
    'cliente',
    'nombre del cliente',
    'propietario',
    'titular',
    'insured',
    'insured name',
    'owner',
    'owner name',
    'customer',
    'name',
  ],
  emailAddress: ['correo', 'correo electronico', 'email', 'e mail', 'mail', 'email address'],
  address: ['direccion', 'domicilio', 'address'],
  vin: [
    'chasis',
    'no chasis',
    'no de chasis',
    'num chasis',
    'numero chasis',
    'numero de chasis',
    'n chasis',
    'n de chasis',
    'vin',
    'chasis vin',
    'vin chasis',
    'chassis',
    'chassis number',
    'chassis no',
    'vin number',
  ],
  makeName: ['marca', 'marca vehiculo', 'marca del vehiculo', 'make', 'brand', 'vehicle make'],
  modelName: ['modelo', 'modelo vehiculo', 'modelo del vehiculo', 'model', 'vehicle model'],
  year: [
    'ano',
    'ano vehiculo',
    'ano del vehiculo',
    'ano de fabricacion',
    'year',
    'vehicle year',
    'model year',
  ],
  coverages: ['cobertura', 'coberturas', 'coverage', 'coverages'],
  accountBalance: [
    'balance',
    'balance pendiente',
    'balance de cuenta',
    'saldo',
    'saldo pendiente',
    'account balance',
    'outstanding balance',
  ],
  deductibleAmount: [
    'deducible',
    'monto deducible',
    'monto del deducible',
    'deductible',
    'deductible amount',
  ],
  validFrom: [
    'vigencia desde',
    'desde',
    'inicio vigencia',
    'inicio de vigencia',
    'fecha inicio',
    'fecha de inicio',
    'fecha desde',
    'fecha inicio vigencia',
    'vigente desde',
    'valid from',
    'effective date',
    'effective from',
    'start date',
    'from',
  ],
  validTo: [
    'vigencia hasta',
    'hasta',
    'fin vigencia',
    'fin de vigencia',
    'fecha fin',
    'fecha hasta',
    'fecha de vencimiento',
    'fecha fin vigencia',
    'vencimiento',
    'vigente hasta',
    'valid to',
    'valid until',
    'expiration date',
    'expiry date',
    'end date',
    'to',
  ],
  excluded: ['excluido', 'excluida', 'exclusion', 'vehiculo excluido', 'excluded'],
  premiumUnpaid: [
    'prima pendiente',
    'prima impaga',
    'prima en atraso',
    'prima vencida',
    'premium unpaid',
    'unpaid premium',
    'premium due',
  ],
  vehicleValue: [
    'valor',
    'valor vehiculo',
    'valor del vehiculo',
    'valor asegurado',
    'valor asegurado del vehiculo',
    'valor comercial',
    'valor de mercado',
    'suma asegurada',
    'suma asegurada del vehiculo',
    'monto asegurado',
    'vehicle value',
    'value of the vehicle',
    'value of vehicle',
    'insured value',
    'sum insured',
    'market value',
  ],
};

const columnOf = new Map<string, PolicyColumn>(
  policyColumns.flatMap((column) =>
    [folded(column), folded(spaced(column)), ...synonyms[column]].map((name): [string, PolicyColumn] => [
      name,
      column,
    ]),
  ),
);

/** `companyTaxId` as `company Tax Id`. */
function spaced(column: string): string {
  return column.replaceAll(/([A-Z])/g, ' $1');
}

/** The column of each heading that says which one it is; of two that say the same, the first. */
export function proposeMapping(headings: readonly string[]): ColumnMapping {
  const taken = new Set<PolicyColumn>();
  const mapping: ColumnMapping = {};
  for (const heading of headings) {
    const column = columnOf.get(folded(heading));
    if (column === undefined || taken.has(column)) continue;
    taken.add(column);
    mapping[heading] = column;
  }
  return mapping;
}

/** The key under which a set of headings is remembered, in whatever order they stand. */
export function headingsKey(headings: readonly string[]): string {
  return JSON.stringify(headings.map(folded).sort());
}

const needed = ['insurancePolicyNumber', 'vin'] as const satisfies readonly PolicyColumn[];

/** What is wrong with a mapping: columns that the book cannot do without, and those that have two headings. */
export function mappingError(mapping: ColumnMapping): { missing: PolicyColumn[]; twice: PolicyColumn[] } {
  const columns = Object.values(mapping);
  return {
    missing: needed.filter((column) => !columns.includes(column)),
    twice: [...new Set(columns.filter((column, index) => columns.indexOf(column) !== index))],
  };
}
