#!/bin/sh
# Creates the database, role and owner role of a service, with their rights. A repeat only sets the passwords again.
set -eu

# postgres://role:password@host/name
password() {
  rest=${1#*://*:}
  password=${rest%%@*}
  # The services decode it, psql would not.
  case $password in *%*) echo 'a password must not need percent-encoding in its URL' >&2 && exit 1 ;; esac
  printf %s "$password"
}
ROLE_PASSWORD=$(password "$POSTGRES_URL")
OWNER_PASSWORD=$(password "$POSTGRES_OWNER_URL")
export ROLE_PASSWORD OWNER_PASSWORD

until pg_isready --quiet; do sleep 1; done
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --dbname postgres --file "$(dirname "$0")/database.sql"
