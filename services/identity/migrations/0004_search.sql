-- Up Migration

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Names as they are searched: without regard to case and to compatibility forms (full-width letters and the like).
CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(normalize(name, NFKC) COLLATE "und-x-icu");

-- Every two characters that stand side by side: a trigram index knows nothing of terms of two.
CREATE FUNCTION bigrams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT DISTINCT substr(name, i, 2) FROM generate_series(1, length(name) - 1) AS i);

-- Username and display name on a line each. "C", so that one index serves both what begins with a term and its order.
ALTER TABLE account ADD COLUMN names text COLLATE "C"
  GENERATED ALWAYS AS (fold_name(username) || E'\n' || fold_name(display_name)) STORED;
CREATE INDEX account_names ON account (names);
CREATE INDEX account_names_trigrams ON account USING gin (names gin_trgm_ops);
CREATE INDEX account_names_bigrams ON account USING gin (bigrams(names));
