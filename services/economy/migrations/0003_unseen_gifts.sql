-- Gifts that guests who left have never seen: no client will report them. Since then `expire_guest` deletes them.
DELETE FROM unseen_gift USING account WHERE account.id = 'u:' || recipient AND account.closed;
