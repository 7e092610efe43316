/** An empty answer in place of a list that had entries stands beside the last good copy until somebody accepts it. */
export const suspiciousLists = `
ALTER TABLE reference_list ADD COLUMN suspicious_at INTEGER;
ALTER TABLE reference_list ADD COLUMN suspicious_body TEXT
  CHECK ((suspicious_at IS NULL) = (suspicious_body IS NULL) AND (suspicious_at IS NULL OR fetched_at IS NOT NULL));
CREATE INDEX reference_list_suspicious ON reference_list (list) WHERE suspicious_at IS NOT NULL;
`;
