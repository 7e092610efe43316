#!/bin/sh
# At the first start of the container of compose-postgres.yaml: Perito's role and its database, as step 2 of docs/office.md makes them.
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\set password `cat /run/secrets/perito-role-password`
CREATE ROLE perito LOGIN PASSWORD :'password';
CREATE DATABASE perito OWNER perito ENCODING 'UTF8' TEMPLATE template0;
GRANT pg_read_all_stats TO perito;
SQL
