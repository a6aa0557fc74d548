-- Gifts of coins from one user to another. The service has asked whether they are friends, and passes what identity
-- knows of the sender; the limits are kept here, over all committed gifts.

-- Whether an account is new; one whose address was never verified is.
CREATE OR REPLACE FUNCTION is_new_account(p_verified_at timestamptz) RETURNS boolean STABLE
RETURN coalesce(p_verified_at > now() - new_account_age(), true);

-- Coins that a user has given today (UTC).
CREATE OR REPLACE FUNCTION given_today(p_sender text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  midnight CONSTANT timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
BEGIN
  RETURN (SELECT coalesce(sum(amount), 0) FROM gift WHERE sender = p_sender AND at >= midnight);
END $$;

-- Rejects a gift beyond a limit, until the last limit that it exceeds allows it. Days are UTC, by this database's clock;
-- both wallets are locked.
CREATE OR REPLACE FUNCTION check_gift_limits(
  p_sender text, p_recipient text, p_coins bigint, p_verified_at timestamptz, p_reset_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_moment CONSTANT timestamptz := clock_timestamp();
  midnight CONSTANT timestamptz := date_trunc('day', this_moment, 'UTC');
  until_tomorrow CONSTANT interval := midnight + interval '24 hours' - this_moment;
  -- At the earliest, for an address that was never verified.
  until_not_new CONSTANT interval := coalesce(p_verified_at, now()) + new_account_age() - now();
  one_hour CONSTANT interval := '1 hour';
  latest timestamptz[];
  wait interval;
BEGIN
  IF p_reset_at > this_moment - gift_pause_after_reset() THEN
    RAISE EXCEPTION 'gifts are paused after a password reset' USING ERRCODE = 'FC403';
  END IF;
  SELECT array_agg(at ORDER BY at) INTO latest FROM gift WHERE sender = p_sender AND at > this_moment - one_hour;
  IF array_length(latest, 1) >= gifts_per_hour() THEN
    wait := latest[array_length(latest, 1) - gifts_per_hour() + 1] + one_hour - this_moment;
  END IF;
  IF is_new_account(p_verified_at) THEN
    IF p_coins > new_account_gifts_per_day() THEN
      wait := greatest(wait, until_not_new);
    ELSIF p_coins + given_today(p_sender) > new_account_gifts_per_day()
       OR p_coins + (SELECT coalesce(sum(amount), 0) FROM gift
                      WHERE recipient = p_recipient AND from_new_account AND at >= midnight)
          > gifts_from_new_accounts_per_day() THEN
      wait := greatest(wait, least(until_tomorrow, until_not_new));
    END IF;
  END IF;
  IF wait IS NOT NULL THEN
    PERFORM reject_as_too_many('this gift exceeds a limit', wait);
  END IF;
END $$;

-- The key of the entry of a gift with an idempotency key.
CREATE OR REPLACE FUNCTION gift_key(p_sender text, p_idempotency_key text) RETURNS text IMMUTABLE
RETURN 'gift:' || p_sender || ':key:' || p_idempotency_key;

-- The request of the entry of a gift.
CREATE OR REPLACE FUNCTION gift_terms(p_sender text, p_recipient text, p_coins bigint, p_message text)
RETURNS jsonb STABLE
RETURN jsonb_build_object('from', p_sender, 'to', p_recipient, 'amount', p_coins, 'message', p_message);

-- Sends coins, once for an idempotency key of the sender; without one (empty), the same gift within
-- `gift_repeat_window` is a repeat. A repeat has the same gift and the present balance, also when one of the users left since.
CREATE OR REPLACE FUNCTION send_gift(
  p_sender text, p_recipient text, p_coins bigint, p_message text, p_idempotency_key text,
  p_verified_at timestamptz, p_reset_at timestamptz
) RETURNS gift_result LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  terms CONSTANT jsonb := gift_terms(p_sender, p_recipient, p_coins, p_message);
  is_new CONSTANT boolean := is_new_account(p_verified_at);
  wallets account[];
  journal_key text;
  done boolean;
  current wallet_result;
BEGIN
  SELECT array_agg(wallet) INTO wallets FROM lock_wallets(p_sender, p_recipient) wallet WHERE NOT wallet.closed;
  IF p_idempotency_key <> '' THEN
    journal_key := gift_key(p_sender, p_idempotency_key);
    done := is_replay(journal_key, 'gift', terms);
  ELSE
    SELECT entry_key INTO journal_key FROM gift JOIN journal_entry ON journal_entry.key = entry_key
      WHERE sender = p_sender AND gift.at > clock_timestamp() - gift_repeat_window() AND request = terms
      ORDER BY gift.at DESC LIMIT 1;
    done := FOUND;
    journal_key := coalesce(journal_key, format('gift:%s:%s', p_sender, gen_random_uuid()));
  END IF;

  IF NOT done THEN
    IF coalesce(array_length(wallets, 1), 0) < 2 THEN
      RAISE EXCEPTION 'one of these users has no wallet' USING ERRCODE = 'FC405';
    END IF;
    current := read_wallet_result(p_sender, false);
    IF current.coins < p_coins THEN
      PERFORM reject_insufficient_coins(current.coins);
    ELSIF p_coins > largest_transfer() THEN
      RAISE EXCEPTION 'no more than % coins at once', largest_transfer() USING ERRCODE = 'FC400';
    END IF;
    PERFORM check_gift_limits(p_sender, p_recipient, p_coins, p_verified_at, p_reset_at);
    PERFORM pay(journal_key, 'gift', terms, wallet_of(p_sender), wallet_of(p_recipient), p_coins);
    INSERT INTO gift (entry_key, sender, recipient, amount, from_new_account)
      VALUES (journal_key, p_sender, p_recipient, p_coins, is_new);
  END IF;
  current := read_wallet_result(p_sender, false);
  RETURN (current.coins, CASE WHEN done THEN '[]' ELSE balances_of(p_sender, p_recipient) END,
          (SELECT gift.id FROM gift WHERE entry_key = journal_key))::gift_result;
END $$;

-- The balance of a user who sent this gift with this idempotency key; null for another gift. Waits for a call that is
-- sending it.
CREATE OR REPLACE FUNCTION balance_after_gift(
  p_sender text, p_recipient text, p_coins bigint, p_message text, p_idempotency_key text
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM lock_wallets(p_sender);
  RETURN (SELECT balance FROM journal_entry JOIN account ON account.id = wallet_of(p_sender)
           WHERE key = gift_key(p_sender, p_idempotency_key)
             AND request = gift_terms(p_sender, p_recipient, p_coins, p_message));
END $$;

-- Coins that a user may still give today (UTC); null where no daily limit applies.
CREATE OR REPLACE FUNCTION gift_allowance(p_sender text, p_verified_at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN CASE WHEN is_new_account(p_verified_at)
    THEN greatest(new_account_gifts_per_day() - given_today(p_sender), 0) END;
END $$;

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON gift EXECUTE FUNCTION reject_change();

-- A gift is unseen until its recipient's client reports it.
CREATE OR REPLACE FUNCTION queue_unseen_gift() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO unseen_gift (id, recipient) VALUES (NEW.id, NEW.recipient);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER queue_unseen AFTER INSERT ON gift FOR EACH ROW EXECUTE FUNCTION queue_unseen_gift();

-- Records that a gift was shown to its recipient; false: this user received no such gift.
CREATE OR REPLACE FUNCTION mark_gift_seen(p_user text, p_gift uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  DELETE FROM unseen_gift WHERE id = p_gift AND recipient = p_user;
  SELECT EXISTS (SELECT FROM gift WHERE id = p_gift AND recipient = p_user);
END;

GRANT EXECUTE ON FUNCTION send_gift, balance_after_gift, gift_allowance, mark_gift_seen TO fifteen_economy;
