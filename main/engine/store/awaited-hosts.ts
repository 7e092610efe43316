/**
 * Hosts that attachments wait for, by name. From one host to the next, so that a host with a long queue costs no more than
 * any other. That of the index is named wherever a state is, since SQLite does not see that the one implies the other.
 */
export const awaitedHostsSql = `
    WITH RECURSIVE named (host) AS (
      SELECT ''
      UNION ALL
      SELECT (SELECT host FROM attachment WHERE host > named.host AND state <> 'stored' ORDER BY host LIMIT 1)
      FROM named WHERE named.host IS NOT NULL
    )
    SELECT host FROM named WHERE EXISTS (
      SELECT 1 FROM attachment
      WHERE host = named.host AND state = 'awaitingApproval' AND state <> 'stored'
    )`;
