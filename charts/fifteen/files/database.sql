\getenv role ROLE
\getenv role_password ROLE_PASSWORD
\getenv owner_password OWNER_PASSWORD
\set owner :role _owner

SELECT format('CREATE ROLE %I LOGIN', name) FROM unnest(ARRAY[:'role', :'owner']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE :"role" PASSWORD :'role_password';
ALTER ROLE :"owner" PASSWORD :'owner_password';

-- Only a superuser creates a database for a role that it is no member of.
-- The administrator of a managed server is no superuser.
SELECT format('GRANT %I TO CURRENT_USER', :'owner') WHERE NOT pg_has_role(:'owner', 'USAGE') \gexec
SELECT format('CREATE DATABASE %I OWNER %I', :'role', :'owner')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'role') \gexec
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"role" TO :"role";
