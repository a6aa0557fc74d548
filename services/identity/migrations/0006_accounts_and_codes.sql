-- Up Migration

-- When the browser last received the session cookie. Sessions from before this column receive theirs at the next request.
ALTER TABLE session ADD COLUMN cookie_at timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE session ALTER COLUMN cookie_at SET DEFAULT clock_timestamp();

-- Several registrations of one address wait side by side; the code of a flow confirms the registration of that flow only.
DROP INDEX registration_email;

-- Rows with one subject replace each other: the codes that one browser ordered for one account.
COMMENT ON COLUMN code_flow.subject IS 'Names the series of codes of one browser; a later code of a series replaces the earlier';
-- Tries with the address instead of the flow cookie, which never use up the tries of the browser.
ALTER TABLE code_flow ADD COLUMN address_tries smallint NOT NULL DEFAULT 0 CHECK (address_tries BETWEEN 0 AND 5);
CREATE INDEX code_flow_account ON code_flow (account_id, purpose);
