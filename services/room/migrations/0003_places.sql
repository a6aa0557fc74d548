-- Up Migration

-- Every version that still runs writes the place, so it can be asked for. Whoever sat down before there were places gets
-- the first free one of their role.
UPDATE participant SET place = free.place
  FROM (
    SELECT user_id, room_id, role, row_number() OVER (PARTITION BY room_id, role ORDER BY joined_at, id) AS n
      FROM participant WHERE place IS NULL
  ) waiting
  JOIN (
    SELECT room.id AS room_id, place, role,
        row_number() OVER (PARTITION BY room.id, role ORDER BY place) AS n
      FROM room
      CROSS JOIN generate_series(1, 52) AS place
      CROSS JOIN LATERAL (SELECT CASE WHEN place <= 2 THEN 'player' ELSE 'spectator' END AS role) seat
      WHERE room.id IN (SELECT room_id FROM participant WHERE place IS NULL)
        AND NOT EXISTS (SELECT 1 FROM participant p WHERE p.room_id = room.id AND p.place = place.place)
  ) free USING (room_id, role, n)
  WHERE participant.user_id = waiting.user_id;
ALTER TABLE participant ALTER COLUMN place SET NOT NULL;
