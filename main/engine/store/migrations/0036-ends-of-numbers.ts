/**
 * A chassis number is found by any end of it, and a list by a policy's number without its hyphens and spaces. What is there is
 * entered in the background.
 */
export const endsOfNumbers = `
CREATE INDEX record_link_policy ON record_link (replace(replace(value, '-', ''), ' ', ''), record_id) WHERE name = 'policy';

INSERT INTO search_stale (what, id) SELECT 'record', id FROM record WHERE true ON CONFLICT (what, id) DO NOTHING;
INSERT INTO search_stale (what, id) SELECT 'claimNote', id FROM claim_note WHERE true ON CONFLICT (what, id) DO NOTHING;
`;
