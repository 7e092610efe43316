/** What a vehicle of the policy book is worth. */
export const vehicleValue = `
-- Decimal text in RD$; NULL where the book does not know it.
ALTER TABLE policy_vehicle ADD COLUMN vehicle_value TEXT;
`;
