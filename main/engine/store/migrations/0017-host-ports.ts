/**
 * Hosts carry their port from here on, as `URL.host` writes those of https addresses: `fotos.example` is port 443 alone,
 * `fotos.example:80` that of plain http.
 *
 * A decision of before holds at the ports that addresses on that host name, and where none does, at 443, and at 80 where
 * it allowed http. To which port a redirect led was not kept: what waits for it is asked for at its own address again.
 */
export const hostPorts = `
-- All but those at port 443 of their own host, which stay as they are. Addresses are as URL.href writes them: always with
-- a path, and with a port only where it is not the scheme's own.
CREATE TEMP TABLE address (
  id INTEGER PRIMARY KEY,
  state TEXT NOT NULL,
  problem TEXT,
  host TEXT NOT NULL,
  scheme TEXT NOT NULL,
  authority TEXT NOT NULL,
  port TEXT NOT NULL DEFAULT '',
  hostname TEXT NOT NULL DEFAULT '',
  host_with_port TEXT NOT NULL DEFAULT ''
);
INSERT INTO address (id, state, problem, host, scheme, authority)
  SELECT id, state, problem, host, substr(url, 1, instr(url, ':') - 1),
    substr(url, instr(url, '//') + 2, instr(substr(url, instr(url, '//') + 2), '/') - 1)
  FROM attachment
  WHERE host IS NOT NULL AND (url LIKE 'https://%' OR url LIKE 'http://%')
    AND substr(url, 1, length(host) + 9) <> 'https://' || host || '/';
UPDATE address SET authority = substr(authority, instr(authority, '@') + 1);
UPDATE address SET port = CASE
    WHEN authority LIKE '[%' THEN substr(authority, instr(authority, ']') + 1)
    WHEN authority LIKE '%:%' THEN substr(authority, instr(authority, ':'))
    ELSE ''
  END;
UPDATE address SET hostname = substr(authority, 1, length(authority) - length(port));
UPDATE address SET hostname = substr(hostname, 1, length(hostname) - 1) WHERE hostname LIKE '%.';
UPDATE address SET host_with_port = hostname || CASE
    WHEN scheme = 'https' THEN port
    WHEN port = '' THEN ':80'
    WHEN port = ':443' THEN ''
    ELSE port
  END;

CREATE TEMP TABLE decided AS SELECT * FROM attachment_host;
-- Addresses that were refused for themselves were never asked for, whoever approved their host.
CREATE TEMP TABLE port_in_use AS
  SELECT hostname, host_with_port FROM address
  WHERE problem IS NULL OR problem NOT IN ('namesUser', 'portNotAllowed')
  UNION
  SELECT host, host FROM attachment
  WHERE host IN (SELECT host FROM decided) AND substr(url, 1, length(host) + 9) = 'https://' || host || '/';
DELETE FROM attachment_host;
INSERT INTO attachment_host (host, standing, allow_http, decided_at, decided_by)
  SELECT host_with_port, standing, allow_http, decided_at, decided_by
  FROM decided JOIN port_in_use ON hostname = host;
INSERT INTO attachment_host (host, standing, allow_http, decided_at, decided_by)
  SELECT host, standing, allow_http, decided_at, decided_by FROM decided
  WHERE host NOT IN (SELECT hostname FROM port_in_use)
  UNION ALL
  SELECT host || ':80', standing, allow_http, decided_at, decided_by FROM decided
  WHERE host NOT IN (SELECT hostname FROM port_in_use) AND standing = 'approved' AND allow_http = 1;
-- What is refused since a redirect leads there stays refused.
INSERT OR IGNORE INTO attachment_host (host, standing, allow_http, decided_at, decided_by)
  SELECT host, standing, allow_http, decided_at, decided_by FROM decided
  WHERE standing = 'refused' AND host IN (SELECT host FROM address WHERE host <> hostname AND problem = 'hostRefused');

UPDATE attachment SET host = a.host_with_port,
    problem_detail = CASE WHEN attachment.problem_detail = a.host THEN a.host_with_port ELSE attachment.problem_detail END
  FROM address a WHERE a.id = attachment.id AND a.host = a.hostname AND a.host <> a.host_with_port;
-- A redirect led these elsewhere.
UPDATE attachment SET host = a.host_with_port
  FROM address a WHERE a.id = attachment.id AND a.host <> a.hostname AND coalesce(a.problem, '') <> 'hostRefused';
UPDATE attachment SET state = 'queued', problem = NULL, problem_detail = NULL, problem_at = NULL, next_attempt_at = 0
  FROM address a WHERE a.id = attachment.id AND a.host <> a.hostname AND a.state = 'awaitingApproval';
-- Of other schemes: nobody is ever asked about them.
UPDATE attachment SET host = NULL
  WHERE host IS NOT NULL AND url IS NOT NULL AND url NOT LIKE 'https://%' AND url NOT LIKE 'http://%';

DROP TABLE decided;
DROP TABLE port_in_use;
DROP TABLE address;
`;
