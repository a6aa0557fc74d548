-- The numbers of the ledger, each in one place. Functions of constants are inlined where they are called. Where a
-- table's CHECK or another package repeats one, test/constants.test.ts compares them.

-- Coins of a new user.
CREATE OR REPLACE FUNCTION signup_coins() RETURNS bigint IMMUTABLE RETURN 1000;

-- The least balance that a player needs for a stake, however small the bet.
CREATE OR REPLACE FUNCTION least_balance_for_stake() RETURNS bigint IMMUTABLE RETURN 1000;

-- The longest legal game takes 16 minutes without an outage, so a stake that is held longer than this is a fault.
CREATE OR REPLACE FUNCTION longest_stake() RETURNS interval IMMUTABLE RETURN interval '20 minutes';

-- The largest transfer: 10^12.
CREATE OR REPLACE FUNCTION largest_transfer() RETURNS bigint IMMUTABLE RETURN 1000000000000;


-- Coins for a win against the computer.
CREATE OR REPLACE FUNCTION award_coins() RETURNS bigint IMMUTABLE RETURN 100;

-- The least time between two awards of a user.
CREATE OR REPLACE FUNCTION award_interval() RETURNS interval IMMUTABLE RETURN interval '5 seconds';

-- Awards of a user on a UTC day, and how many of them may come without a transcript.
CREATE OR REPLACE FUNCTION awards_per_day() RETURNS integer IMMUTABLE RETURN 50;
CREATE OR REPLACE FUNCTION unproven_awards_per_day() RETURNS integer IMMUTABLE RETURN 10;

-- In which the same transcript without a game id and an idempotency key is a repeat.
CREATE OR REPLACE FUNCTION award_repeat_window() RETURNS interval IMMUTABLE RETURN interval '30 seconds';

-- Coins of all awards on a UTC day.
CREATE OR REPLACE FUNCTION award_budget_per_day() RETURNS bigint IMMUTABLE RETURN 50000000;


-- Gifts that a user may send in an hour.
CREATE OR REPLACE FUNCTION gifts_per_hour() RETURNS integer IMMUTABLE RETURN 30;

-- For how long after the address was verified an account is new.
CREATE OR REPLACE FUNCTION new_account_age() RETURNS interval IMMUTABLE RETURN interval '7 days';

-- Coins that a new account may give on a UTC day, and that a user may receive from new accounts on one.
CREATE OR REPLACE FUNCTION new_account_gifts_per_day() RETURNS bigint IMMUTABLE RETURN 1000;
CREATE OR REPLACE FUNCTION gifts_from_new_accounts_per_day() RETURNS bigint IMMUTABLE RETURN 5000;

-- For how long after a password reset an account sends no gifts.
CREATE OR REPLACE FUNCTION gift_pause_after_reset() RETURNS interval IMMUTABLE RETURN interval '24 hours';

-- In which the same gift without an idempotency key is a repeat.
CREATE OR REPLACE FUNCTION gift_repeat_window() RETURNS interval IMMUTABLE RETURN interval '30 seconds';
