/** The different coverages of the policy book can be gone through without looking at each vehicle. */
export const coverageCodes = `
CREATE INDEX policy_vehicle_of_coverages ON policy_vehicle (coverages, from_version, until_version);

-- The time of an incident is read as Dominican time now, and whether it is covered has a third answer: all is looked at again.
DELETE FROM setting WHERE name = 'examinedRevision';
`;
