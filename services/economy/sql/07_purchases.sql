-- Purchases of items.

-- FC402; the detail is the amount to show, the balance or the price.
CREATE OR REPLACE FUNCTION reject_insufficient_coins(p_coins bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'not enough coins' USING ERRCODE = 'FC402', DETAIL = p_coins;
END $$;

-- Takes the price and grants the item, once for a user and item. An owner pays nothing, and `owned_before` is true; not
-- so for a repeat of the purchase that paid, which has the same idempotency key.
-- Without a price the item is not for sale: FC404, unless the user owns it.
CREATE OR REPLACE FUNCTION buy_item(
  p_user text, p_kind item_kind, p_item text, p_price bigint, p_idempotency_key text
) RETURNS purchase_result LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet CONSTANT account := lock_wallet(p_user);
  journal_key CONSTANT text := format('buy:%s:%s:%s', p_user, p_kind, p_item);
  purchase journal_entry;
  payment wallet_result;
BEGIN
  SELECT journal_entry.* INTO purchase FROM owned_item JOIN journal_entry ON journal_entry.key = entry_key
    WHERE (user_id, owned_item.kind, item) = (p_user, p_kind, p_item);
  IF FOUND THEN
    RETURN (wallet.balance, '[]'::jsonb,
            (p_idempotency_key = '' OR (purchase.request ->> 'by') IS DISTINCT FROM p_idempotency_key)
           )::purchase_result;
  END IF;
  IF p_price IS NULL THEN
    RAISE EXCEPTION '% is not for sale at this price', p_item USING ERRCODE = 'FC404';
  ELSIF wallet.balance < p_price THEN
    PERFORM reject_insufficient_coins(p_price);
  END IF;
  payment := read_wallet_result(p_user, pay(journal_key, 'buy',
    jsonb_build_object('user', p_user, 'kind', p_kind, 'item', p_item, 'by', p_idempotency_key),
    wallet.id, format('sink:shop/%s', shard_of(p_user)), p_price));
  PERFORM add_owned_item(journal_key, p_user, p_kind, p_item);
  RETURN (payment.coins, payment.changed_balances, false)::purchase_result;
END $$;

GRANT EXECUTE ON FUNCTION buy_item TO fifteen_economy;
