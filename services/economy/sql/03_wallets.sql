-- Opens the wallet with 1000 coins, once. The wallet of a guest who has left already stays closed.
CREATE OR REPLACE FUNCTION signup(who text) RETURNS wallet_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account;
BEGIN
  INSERT INTO account (id, kind) VALUES (wallet_of(who), 'user') ON CONFLICT DO NOTHING;
  SELECT * INTO wallet FROM lock_wallets(who);
  IF wallet.closed THEN
    RETURN answer_wallet(who, false);
  END IF;
  RETURN answer_wallet(who, pay('signup:' || who, 'signup', '{}', mint_of('signup', who), wallet.id, 1000));
END $$;

-- Empties a guest's wallet into the sink, closes it and forgets what the guest owned and wore, once. A wallet that does
-- not exist yet is born closed.
CREATE OR REPLACE FUNCTION expire_guest(who text) RETURNS wallet_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account;
BEGIN
  INSERT INTO account (id, kind) VALUES (wallet_of(who), 'user') ON CONFLICT DO NOTHING;
  SELECT * INTO wallet FROM lock_wallets(who);
  IF wallet.closed THEN
    RETURN answer_wallet(who, false);
  END IF;
  IF wallet.balance > 0 THEN
    PERFORM pay('guest:' || who, 'guest', '{}', wallet.id, 'sink:guest', wallet.balance);
  END IF;
  UPDATE account SET closed = true WHERE id = wallet.id;
  DELETE FROM owned_item WHERE user_id = who;
  RETURN answer_wallet(who, true);
END $$;

-- Credits coins that were bought outside, once per reference of the payment.
CREATE OR REPLACE FUNCTION top_up(who text, coins bigint, reference text) RETURNS wallet_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account := lock_wallet(who);
  request CONSTANT jsonb := jsonb_build_object('user', who, 'amount', coins);
BEGIN
  RETURN answer_wallet(who, pay('topup:' || reference, 'topup', request, mint_of('topup', who), wallet.id, coins));
END $$;

GRANT EXECUTE ON FUNCTION signup, expire_guest, top_up TO fifteen_economy;
