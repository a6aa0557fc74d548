-- Achievements and levels are deleted with their player.
GRANT DELETE ON level_up TO fifteen_leaderboard;

DELETE FROM achievement USING player WHERE player.user_id = achievement.user_id AND deleted;
DELETE FROM level_up USING player WHERE player.user_id = level_up.user_id AND deleted;
