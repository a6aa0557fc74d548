-- FC402: somebody is short; the detail is the figure to be told, what there is or what is needed.
CREATE OR REPLACE FUNCTION refuse_poor(figure bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'not enough coins' USING ERRCODE = 'FC402', DETAIL = figure;
END $$;

-- Takes the price and gives the item, once for a user and item. Whoever owns it pays nothing; `owned_before` says so,
-- but not to the repeat of the purchase that paid, which `by` names.
CREATE OR REPLACE FUNCTION buy_item(who text, of_kind item_kind, what text, price bigint, by text) RETURNS purchase_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet CONSTANT account := lock_wallet(who);
  fact CONSTANT text := format('buy:%s:%s:%s', who, of_kind, what);
  reason op;
  paid wallet_answer;
BEGIN
  SELECT op.* INTO reason FROM owned_item JOIN op ON op.key = op_key
    WHERE (user_id, owned_item.kind, item) = (who, of_kind, what);
  IF FOUND THEN
    RETURN (wallet.balance, '[]'::jsonb, (by = '' OR (reason.req ->> 'by') IS DISTINCT FROM by))::purchase_answer;
  END IF;
  IF wallet.balance < price THEN
    PERFORM refuse_poor(price);
  END IF;
  paid := answer_wallet(who, pay(fact, 'buy',
    jsonb_build_object('user', who, 'kind', of_kind, 'item', what, 'by', by),
    wallet.id, format('sink:shop/%s', shard_of(who)), price));
  PERFORM give(fact, who, of_kind, what);
  RETURN (paid.coins, paid.moved, false)::purchase_answer;
END $$;

GRANT EXECUTE ON FUNCTION buy_item TO fifteen_economy;
