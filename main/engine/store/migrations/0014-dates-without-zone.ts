/**
 * A UTC time without a zone is no finding any more: its field says so by its name. What was found of it goes at once,
 * not when its record is examined again, since nobody knows the code any more.
 */
export const datesWithoutZone = `
UPDATE record SET finding_count = finding_count - (
  SELECT count(*) FROM finding f
  WHERE f.record_id = record.id AND f.revision = record.revision AND f.code = 'wire.dateWithoutZone'
    AND f.acknowledgement_id IS NULL
) WHERE finding_count > 0;
DELETE FROM finding WHERE code = 'wire.dateWithoutZone';
`;
