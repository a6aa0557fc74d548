-- Wallets of users: opened at the signup, topped up, closed when a guest leaves.

-- Opens the wallet with the coins of a new user, once. The wallet of a guest who has left already stays closed.
CREATE OR REPLACE FUNCTION signup(p_user text) RETURNS wallet_result
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account;
BEGIN
  INSERT INTO account (id, kind) VALUES (wallet_of(p_user), 'user') ON CONFLICT DO NOTHING;
  SELECT * INTO wallet FROM lock_wallets(p_user);
  IF wallet.closed THEN
    RETURN read_wallet_result(p_user, false);
  END IF;
  RETURN read_wallet_result(p_user,
    pay('signup:' || p_user, 'signup', '{}', mint_of('signup', p_user), wallet.id, signup_coins()));
END $$;

-- Empties a guest's wallet into the sink, closes it and deletes the guest's items and unseen gifts, once. A wallet that
-- does not exist yet is created closed.
CREATE OR REPLACE FUNCTION expire_guest(p_user text) RETURNS wallet_result
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  journal_key CONSTANT text := 'guest:' || p_user;
  wallet account;
BEGIN
  INSERT INTO account (id, kind) VALUES (wallet_of(p_user), 'user') ON CONFLICT DO NOTHING;
  SELECT * INTO wallet FROM lock_wallets(p_user);
  IF wallet.closed THEN
    RETURN read_wallet_result(p_user, false);
  END IF;
  IF wallet.balance > 0 THEN
    PERFORM begin_entry(journal_key, 'guest', '{}');
    INSERT INTO transfer (entry_key, leg, debit, credit, amount)
      SELECT journal_key, leg, wallet.id, 'sink:guest',
             least(wallet.balance - leg * largest_transfer(), largest_transfer())
        FROM generate_series(0, (wallet.balance - 1) / largest_transfer()) leg;
  END IF;
  UPDATE account SET closed = true WHERE id = wallet.id;
  DELETE FROM owned_item WHERE user_id = p_user;
  DELETE FROM unseen_gift WHERE recipient = p_user;
  RETURN read_wallet_result(p_user, true);
END $$;

-- Credits coins that were bought outside, once per reference of the payment.
CREATE OR REPLACE FUNCTION top_up(p_user text, p_coins bigint, p_reference text) RETURNS wallet_result
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account := lock_wallet(p_user);
  terms CONSTANT jsonb := jsonb_build_object('user', p_user, 'amount', p_coins);
BEGIN
  RETURN read_wallet_result(p_user,
    pay('topup:' || p_reference, 'topup', terms, mint_of('topup', p_user), wallet.id, p_coins));
END $$;

GRANT EXECUTE ON FUNCTION signup, expire_guest, top_up TO fifteen_economy;
