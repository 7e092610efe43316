/**
 * Hosts carry their port from here on, as `URL.host` writes those of https addresses: `fotos.example` is port 443 alone,
 * `fotos.example:80` that of plain http.
 *
 * A decision of before holds at the ports that addresses on that host name, and where none does, at 443, and at 80 where
 * it allowed http. To which port a redirect led was not kept: what waits for it is asked for at its own address again.
 */
export const hostPorts = `
-- Addresses are as URL.href writes them: always with a path, and with a port only where it is not the scheme's own.
CREATE VIEW address AS
  WITH
    web AS (
      SELECT id, state, problem, host, substr(url, 1, instr(url, ':') - 1) AS scheme, substr(url, instr(url, '//') + 2) AS rest
      FROM attachment WHERE host IS NOT NULL AND (url LIKE 'https://%' OR url LIKE 'http://%')
    ),
    with_user AS (SELECT *, substr(rest, 1, instr(rest, '/') - 1) AS authority FROM web),
    without_user AS (SELECT *, substr(authority, instr(authority, '@') + 1) AS place FROM with_user),
    with_port AS (
      SELECT *, CASE
          WHEN place LIKE '[%' THEN substr(place, instr(place, ']') + 1)
          WHEN place LIKE '%:%' THEN substr(place, instr(place, ':'))
          ELSE ''
        END AS port
      FROM without_user
    ),
    with_dot AS (SELECT *, substr(place, 1, length(place) - length(port)) AS name FROM with_port),
    named AS (
      SELECT *, CASE WHEN name LIKE '%.' THEN substr(name, 1, length(name) - 1) ELSE name END AS hostname FROM with_dot
    )
  SELECT id, state, problem, host, hostname, hostname || CASE
      WHEN scheme = 'https' THEN port
      WHEN port = '' THEN ':80'
      WHEN port = ':443' THEN ''
      ELSE port
    END AS host_with_port
  FROM named;

CREATE TEMP TABLE decided AS SELECT * FROM attachment_host;
-- Addresses that were refused for themselves were never asked for, whoever approved their host.
CREATE TEMP TABLE port_in_use AS
  SELECT DISTINCT hostname, host_with_port FROM address
  WHERE problem IS NULL OR problem NOT IN ('namesUser', 'portNotAllowed');
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

-- First those that a redirect led elsewhere, while hosts are without ports.
UPDATE attachment SET host = a.host_with_port, state = 'queued', problem = NULL, problem_detail = NULL, problem_at = NULL,
    next_attempt_at = 0
  FROM address a WHERE a.id = attachment.id AND a.host <> a.hostname AND a.state = 'awaitingApproval';
UPDATE attachment SET host = a.host_with_port
  FROM address a WHERE a.id = attachment.id AND a.host NOT IN (a.hostname, a.host_with_port)
    AND coalesce(a.problem, '') <> 'hostRefused';
UPDATE attachment SET host = a.host_with_port,
    problem_detail = CASE WHEN attachment.problem_detail = a.host THEN a.host_with_port ELSE attachment.problem_detail END
  FROM address a WHERE a.id = attachment.id AND a.host = a.hostname AND a.host <> a.host_with_port;
-- Of other schemes: nobody is ever asked about them.
UPDATE attachment SET host = NULL
  WHERE host IS NOT NULL AND url IS NOT NULL AND url NOT LIKE 'https://%' AND url NOT LIKE 'http://%';

DROP TABLE decided;
DROP TABLE port_in_use;
DROP VIEW address;
`;
