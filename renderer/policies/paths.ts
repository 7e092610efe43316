/** Where the parts of the policies are shown. */
export const bookPath = '/policies';
export const addPath = '/policies/new';
export const policyPath = (id: number) => `/policies/${id}`;
export const importPath = '/policies/import';
export const importOfPath = (id: number) => `/policies/imports/${id}`;
/** The rules of the lookup, with the coverages by type of incident. */
export const rulesPath = '/settings/policyRules';
export const lookupsPath = '/policies/lookups';
export const lookupPath = (id: number) => `/policies/lookups/${id}`;
