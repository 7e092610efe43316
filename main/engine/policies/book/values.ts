/** The value of each column of a row, read from texts. Absent: the row says nothing about it. */
export interface RowValues {
  insurancePolicyNumber?: string;
  /** 1 company, 2 natural person; null where it is to be inferred. */
  personTypeId?: number | null;
  companyTaxId?: string;
  companyName?: string;
  identification?: string;
  /** 1 RNC, 2 Cédula, 3 other; null where it is to be inferred. */
  identificationTypeId?: number | null;
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
  displayName?: string;
  emailAddress?: string;
  address?: string;
  vin?: string;
  makeName?: string;
  modelName?: string;
  year?: number | null;
  /** JSON: `[[code, name], …]`. */
  coverages?: string;
  /** Decimal texts. */
  accountBalance?: string;
  deductibleAmount?: string;
  /** ISO days. */
  validFrom?: string | null;
  validTo?: string | null;
  excluded?: boolean;
  premiumUnpaid?: boolean;
}

/** The columns that belong to the policy and not to one vehicle. */
export const ownerColumns = [
  'personTypeId',
  'companyTaxId',
  'companyName',
  'identification',
  'identificationTypeId',
  'firstName',
  'lastName',
  'phoneNumber',
  'displayName',
  'emailAddress',
  'address',
] as const satisfies readonly (keyof RowValues)[];
