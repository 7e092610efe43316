/** The paths of the parts of the policies. */
export const bookPath = '/policies';
export const addPath = '/policies/new';
export const policyPath = (id: number) => `/policies/${id}`;
export const importPath = '/policies/import';
export const importOfPath = (id: number) => `/policies/imports/${id}`;
export const rulesPath = '/settings/policyRules';
export const coveragesPath = '/settings/coverages';
export const lookupsPath = '/policies/lookups';
export const lookupPath = (id: number) => `/policies/lookups/${id}`;
