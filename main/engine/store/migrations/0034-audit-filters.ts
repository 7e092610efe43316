/** What the log is filtered by, each with its index: a list is ordered by when something was done, then by its id. */
export const auditFilters = `
CREATE INDEX audit_by_time ON audit (at);
-- An actor may be damaged, where its row was read from a damaged page.
CREATE INDEX audit_by_people ON audit (at)
  WHERE CASE WHEN json_valid(actor) THEN json_extract(actor, '$.via') END NOT IN ('engine', 'receiver');
CREATE INDEX audit_of_account ON audit (CASE WHEN json_valid(actor) THEN json_extract(actor, '$.personId') END, at)
  WHERE CASE WHEN json_valid(actor) THEN json_extract(actor, '$.personId') END IS NOT NULL;
CREATE INDEX audit_of_name ON audit (CASE WHEN json_valid(actor) THEN json_extract(actor, '$.person') END, at)
  WHERE CASE WHEN json_valid(actor) THEN json_extract(actor, '$.personId') END IS NULL;
CREATE INDEX audit_of_area ON audit (substr(action, 1, instr(action, '.') - 1), at);
`;
