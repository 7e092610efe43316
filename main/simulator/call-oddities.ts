/** What is odd about a call and not its body, each by a switch (interface, "Endpoints" and "Authentication"). */

/** A call as it goes out, before its body. */
export interface CallForm {
  path: string;
  headers: Readonly<Record<string, string>>;
}

export interface CallOddityForm {
  /** What it does, with its place in the interface where it has one. */
  says: string;
  change(call: CallForm): CallForm;
}

const table = {
  pathInPascalCase: {
    says: 'The first segment of the path begins with a capital, as in /InsurancePolicies and /FinancialDocuments.',
    change: ({ path, headers }) => ({ path: `/${path.charAt(1).toUpperCase()}${path.slice(2)}`, headers }),
  },
  pathInCamelCase: {
    says: 'The first segment of the path begins small, as in /insurancePolicies and /purchaseOrders.',
    change: ({ path, headers }) => ({ path: `/${path.charAt(1).toLowerCase()}${path.slice(2)}`, headers }),
  },
  trailingSlash: {
    says: 'The path ends in a slash.',
    change: ({ path, headers }) => ({ path: `${path}/`, headers }),
  },
  otherKeySpelling: {
    says: 'The key comes in X-API-Key in place of X-API-KEY.',
    change({ path, headers }) {
      const { 'X-API-KEY': key, ...rest } = headers;
      return { path, headers: key === undefined ? rest : { ...rest, 'X-API-Key': key } };
    },
  },
} satisfies Record<string, CallOddityForm>;

export type CallOddity = keyof typeof table;
export const callOddities: readonly CallOddity[] = [
  'pathInPascalCase',
  'pathInCamelCase',
  'trailingSlash',
  'otherKeySpelling',
];

/** The one list of the switches, with what each does in words. */
export const callOddityTable: Readonly<Record<CallOddity, CallOddityForm>> = table;

export function withCallOddities(call: CallForm, switches: readonly CallOddity[] = []): CallForm {
  return callOddities
    .filter((oddity) => switches.includes(oddity))
    .reduce<CallForm>((changed, oddity) => callOddityTable[oddity].change(changed), call);
}
