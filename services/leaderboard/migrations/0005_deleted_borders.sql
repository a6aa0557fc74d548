-- The selected border is deleted with its player, too.
DELETE FROM border USING player WHERE player.user_id = border.user_id AND deleted;
