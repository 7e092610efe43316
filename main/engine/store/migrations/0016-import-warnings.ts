/** Rows that come into the policy book although something is odd about them. */
export const importWarnings = `
ALTER TABLE policy_import ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE policy_import_problem ADD COLUMN is_warning INTEGER NOT NULL DEFAULT 0;
DROP INDEX policy_import_problem_by_line;
CREATE INDEX policy_import_problem_by_line ON policy_import_problem (import_id, is_warning, line, id);
`;
