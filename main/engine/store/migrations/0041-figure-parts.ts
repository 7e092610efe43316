/** What a part is called as it was written last, with its accents. What is there is examined anew for it, in the background. */
export const figureParts = `
CREATE TABLE figure_part (
  -- As \`price_figure\` has it.
  part TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- The newest record that names it.
  record_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

DELETE FROM setting WHERE name = 'examinedEntry';
`;
