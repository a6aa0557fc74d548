-- Rewards: items that users earn, once each.

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON reward EXECUTE FUNCTION reject_change();

-- Grants the items of a reward, once per user and reward; an item that the user owns already stays as it came. Returns
-- whether the reward was earned now: false for a repeat, and with a closed wallet, as of a guest who left meanwhile. FC405
-- without a wallet, which is opened late after an outage: the reward can be earned again then.
CREATE OR REPLACE FUNCTION earn_reward(p_user text, p_reward text, p_kinds item_kind[], p_items text[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account;
  granted record;
  journal_key text;
BEGIN
  SELECT * INTO wallet FROM lock_wallets(p_user);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this user has no wallet' USING ERRCODE = 'FC405';
  END IF;
  IF wallet.closed THEN
    RETURN false;
  END IF;
  INSERT INTO reward (user_id, reward) VALUES (p_user, p_reward) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  FOR granted IN
    SELECT kind, item FROM unnest(p_kinds, p_items) of_reward (kind, item)
     WHERE NOT EXISTS (SELECT FROM owned_item owned
                        WHERE (owned.user_id, owned.kind, owned.item) = (p_user, of_reward.kind, of_reward.item))
  LOOP
    journal_key := format('reward:%s:%s:%s', p_user, granted.kind, granted.item);
    PERFORM begin_entry(journal_key, 'reward', jsonb_build_object(
      'user', p_user, 'kind', granted.kind, 'item', granted.item, 'reward', p_reward));
    PERFORM add_owned_item(journal_key, p_user, granted.kind, granted.item);
  END LOOP;
  RETURN true;
END $$;

GRANT EXECUTE ON FUNCTION earn_reward TO fifteen_economy;
