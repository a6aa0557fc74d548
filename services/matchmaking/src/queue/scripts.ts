/**
 * One script per transition of the queue. Each is atomic, uses Redis' own clock, and touches only keys that share the
 * hash tag `{mm}`, so that they live on one node of a cluster. A user is in one of three states:
 *
 *   absent ──enqueue──▶ waiting ──pair──▶ leased ──commit──▶ absent
 *                          ▲  └─cancel, expire─▶ absent   │
 *                          └────────────requeue───────────┘
 *
 * A match that is being made cannot be left. If none comes of it, a user who cancelled meanwhile (`left`) is absent, and one
 * who searched anew (`next`) waits for that bet; a search for the same bet goes on.
 *
 * Keys: `{mm}:queue:<bet>` sorted set of waiting users by the time of entry; `{mm}:user:<id>` hash of a user's search,
 * with its `bet`, the id `search`, the times of its entry `since` and of its last renewal `seen`, `computer` if its
 * user accepts a computer player, and `match` while one is being made, then also `left` and `next` as above;
 * `{mm}:match:<id>` hash of a leased pair; `{mm}:leases` sorted set of matches by the end of their lease;
 * `{mm}:last:<id>` the last opponent, for ten minutes; `{mm}:blocked:<id>` users whom a user must not meet;
 * `{mm}:over:<id>` marks for two minutes that a user's last search ended, which is longer than a gateway remembers it;
 * `{mm}:matched:<id>` marks for 15 s that a match of a user was made, so that a late cancellation does not count as
 * one; `{mm}:past:<id>` ids of a user's earlier searches, for two minutes, which a late request begins no more;
 * `{mm}:left:<id>` when a user last left, for two minutes: a request that was here before begins no search.
 * KEYS[1] is always the prefix, `<namespace>{mm}:`.
 */
const PRELUDE = `
local p = KEYS[1]
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local function userKey(id) return p .. 'user:' .. id end
local function queueKey(bet) return p .. 'queue:' .. bet end
local function blockedKey(id) return p .. 'blocked:' .. id end
local function lastKey(id) return p .. 'last:' .. id end
local function overKey(id) return p .. 'over:' .. id end
local function matchedKey(id) return p .. 'matched:' .. id end
local function pastKey(id) return p .. 'past:' .. id end
local function leftKey(id) return p .. 'left:' .. id end
local function past(id, search)
  if not search or search == '' then return end
  redis.call('SADD', pastKey(id), search)
  redis.call('PEXPIRE', pastKey(id), 120000)
end
local function forget(id, bet)
  redis.call('ZREM', queueKey(bet), id)
  redis.call('DEL', userKey(id))
end
-- Before the search is forgotten.
local function over(id)
  redis.call('SET', overKey(id), 1, 'EX', 120)
  past(id, redis.call('HMGET', userKey(id), 'search')[1])
end
-- Milliseconds for which a user has been searching.
local function waited(since) return now - (tonumber(since) or now) end
`;

/**
 * ARGV: user, bet, life of the entry in ms, 1 if a computer player is accepted, 1 to enter a search that the queue
 * may have lost, the id of the search or '', its age in ms, and the time since the request arrived in ms. Returns
 * `waiting`, `matched`, or `over` when that search has ended, or its user has left since the request arrived. The search
 * that the queue has is the newest of its user: a gateway that re-enters an earlier one does not change it, nor does a
 * request that arrives late or twice. A player who searches anew has accepted no computer player, whatever an earlier
 * search, of which they may not know, has accepted.
 */
export const ENQUEUE = `${PRELUDE}
local id, bet, life, computer, reentry, search = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5], ARGV[6]
local since, arrived = now - tonumber(ARGV[7]), now - tonumber(ARGV[8])
local function accept()
  if computer == '1' then redis.call('HSET', userKey(id), 'computer', 1)
  else redis.call('HDEL', userKey(id), 'computer') end
  redis.call('PEXPIRE', userKey(id), life)
end
local state = redis.call('HMGET', userKey(id), 'match', 'bet', 'search', 'left')
if redis.call('SISMEMBER', pastKey(id), search) == 1 then return 'over' end
if arrived < (tonumber(redis.call('GET', leftKey(id))) or 0) then return 'over' end
if state[1] then
  if reentry == '1' or state[3] == search then return 'matched' end
  past(id, state[3])
  redis.call('HSET', userKey(id), 'seen', now, 'search', search)
  -- One for the same bet goes on, unless the user has left it.
  if bet == state[2] and not state[4] then redis.call('HDEL', userKey(id), 'next')
  else redis.call('HSET', userKey(id), 'next', bet, 'since', now) end
  redis.call('HDEL', userKey(id), 'left')
  accept()
  return 'matched'
end
if reentry == '1' and redis.call('EXISTS', overKey(id)) == 1 then return 'over' end
if reentry == '1' and state[2] then return 'waiting' end
redis.call('DEL', overKey(id), matchedKey(id))
if state[3] ~= search then past(id, state[3]) end
if state[2] and state[2] ~= bet then forget(id, state[2]) end
if state[2] ~= bet then
  redis.call('HSET', userKey(id), 'bet', bet, 'since', since)
  redis.call('ZADD', queueKey(bet), since, id)
  redis.call('DEL', blockedKey(id))
end
redis.call('HSET', userKey(id), 'seen', now, 'search', search)
accept()
return 'waiting'`;

/**
 * ARGV: user, the id of the search or '', 1 to end no other search. Returns `left` with the bet and the duration of the
 * search, if any; `matched`, with the bet while a match is being made, and without when it has just been made.
 */
export const CANCEL = `${PRELUDE}
local state = redis.call('HMGET', userKey(ARGV[1]), 'match', 'bet', 'since', 'search')
past(ARGV[1], ARGV[2])
if ARGV[3] == '1' and state[4] ~= ARGV[2] then return { 'left' } end
redis.call('SET', leftKey(ARGV[1]), now, 'EX', 120)
if state[1] then
  redis.call('HSET', userKey(ARGV[1]), 'left', 1)
  redis.call('HDEL', userKey(ARGV[1]), 'next')
  return { 'matched', state[2] }
end
over(ARGV[1])
if not state[2] then
  return { redis.call('EXISTS', matchedKey(ARGV[1])) == 1 and 'matched' or 'left' }
end
forget(ARGV[1], state[2])
return { 'left', state[2], waited(state[3]) }`;

/**
 * ARGV: bot wait in ms (0 for never), then users whose sockets are open. Returns those who are in no queue, those who
 * have waited so long for a game for coins that they may choose a computer player, and have not yet, and each of those
 * who search with the bet and the age of the search in ms. A user who has left while a match is being made is none of
 * these.
 */
export const KEEP_ALIVE = `${PRELUDE}
local botAfter = tonumber(ARGV[1])
local absent, offered, searches = {}, {}, {}
for i = 2, #ARGV do
  local id = ARGV[i]
  local state = redis.call('HMGET', userKey(id), 'bet', 'since', 'computer', 'match', 'left', 'next')
  if not state[1] then absent[#absent + 1] = id
  elseif not state[5] then
    redis.call('HSET', userKey(id), 'seen', now)
    searches[#searches + 1] = { id, state[6] or state[1], waited(state[2]) }
    if botAfter > 0 and state[1] ~= '0' and not state[3] and not state[4] and waited(state[2]) >= botAfter then
      offered[#offered + 1] = id
    end
  end
end
return { absent, offered, searches }`;

/**
 * ARGV: bet, match id, lease in ms, absent limit in ms, bot wait in ms (0 for never), bot id, search limit in ms.
 * A player who searched for coins and accepted a computer player meets the bot, never a person. Pairs the one who waits longest
 * and has a possible opponent other than their last one with the next of these; when no two are like that, with the next
 * possible one. When no two fit in a friendly search, the first who waited long enough meets the bot. Considers the first
 * 50 who may meet a person, among the 200 oldest entries. Returns the two ids, or nothing.
 */
export const PAIR = `${PRELUDE}
local bet, match, lease, absentAfter = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local botAfter, bot, limit = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local here, people = {}, {}
for _, id in ipairs(redis.call('ZRANGE', queueKey(bet), 0, 199)) do
  if #people == 50 then break end
  local state = redis.call('HMGET', userKey(id), 'seen', 'since', 'computer', 'bet', 'match')
  -- An entry may outlive its search, and its user may have begun another.
  if not state[1] or state[4] ~= bet or state[5] then redis.call('ZREM', queueKey(bet), id)
  -- A search whose match was called off may be back after its time.
  elseif now - state[1] <= absentAfter and now - state[2] <= limit then
    here[#here + 1] = { id = id, since = tonumber(state[2]), computer = state[3] }
    if bet == '0' or not state[3] then people[#people + 1] = id end
  end
end
local function blocked(a, b) return redis.call('SISMEMBER', blockedKey(a), b) == 1 end
local function last(a) return redis.call('GET', lastKey(a)) end
local function find(fits)
  for i = 1, #people do
    for j = i + 1, #people do
      if fits(people[i], people[j]) then return people[i], people[j] end
    end
  end
end
local function possible(a, b) return not blocked(a, b) and not blocked(b, a) end
local function withBot(fits)
  if botAfter == 0 then return end
  for i = 1, #here do
    if fits(here[i]) and now - here[i].since >= botAfter then return here[i].id, bot end
  end
end
local a, b = withBot(function(one) return one.computer end)
if not b then a, b = find(function(a, b) return possible(a, b) and last(a) ~= b and last(b) ~= a end) end
if not b then a, b = find(possible) end
if not b then a, b = withBot(function() return bet == '0' end) end
if not b then return {} end
for _, id in ipairs({ a, b }) do
  redis.call('ZREM', queueKey(bet), id)
  if id ~= bot then redis.call('HSET', userKey(id), 'match', match) end
end
redis.call('HSET', p .. 'match:' .. match, 'a', a, 'b', b, 'bet', bet)
redis.call('ZADD', p .. 'leases', now + lease, match)
return { a, b }`;

/** ARGV: user, and another whom the user must not meet during this search. */
export const KEEP_APART = `${PRELUDE}
local left = redis.call('PTTL', userKey(ARGV[1]))
if left <= 0 then return 0 end
redis.call('SADD', blockedKey(ARGV[1]), ARGV[2])
redis.call('PEXPIRE', blockedKey(ARGV[1]), left)
return 1`;

/** ARGV: match. Ends both searches of a match that was made. Returns their durations. */
export const COMMIT = `${PRELUDE}
local key = p .. 'match:' .. ARGV[1]
local pair = redis.call('HMGET', key, 'a', 'b')
redis.call('DEL', key)
redis.call('ZREM', p .. 'leases', ARGV[1])
if not pair[1] then return {} end
local waits = {}
for i, id in ipairs(pair) do
  local state = redis.call('HMGET', userKey(id), 'match', 'since')
  if state[1] == ARGV[1] then
    over(id)
    redis.call('DEL', userKey(id))
    redis.call('SET', matchedKey(id), 1, 'EX', 15)
    waits[#waits + 1] = waited(state[2])
  end
  redis.call('SET', lastKey(id), pair[3 - i], 'EX', 600)
end
return waits`;

/**
 * ARGV: match, then the users who go back to where they were in the queue. The others' searches end, but for one who has
 * begun another since; returns each of these users and the duration.
 */
export const REQUEUE = `${PRELUDE}
local key = p .. 'match:' .. ARGV[1]
local pair = redis.call('HMGET', key, 'a', 'b')
redis.call('DEL', key)
redis.call('ZREM', p .. 'leases', ARGV[1])
if not pair[1] then return {} end
local back, ended = {}, {}
for i = 2, #ARGV do back[ARGV[i]] = true end
for _, id in ipairs(pair) do
  local state = redis.call('HMGET', userKey(id), 'match', 'bet', 'since', 'left', 'next')
  if state[1] == ARGV[1] then
    redis.call('HDEL', userKey(id), 'match')
    if state[5] then
      redis.call('HSET', userKey(id), 'bet', state[5])
      redis.call('HDEL', userKey(id), 'next')
      redis.call('DEL', blockedKey(id))
      redis.call('ZADD', queueKey(state[5]), state[3], id)
    elseif back[id] and not state[4] then redis.call('ZADD', queueKey(state[2]), state[3], id)
    else
      over(id)
      redis.call('DEL', userKey(id))
      ended[#ended + 1] = id
      ended[#ended + 1] = waited(state[3])
    end
  end
end
return ended`;

/** ARGV: lease in ms. Takes over one match whose lease ended; returns its id, both users and the bet. */
export const RECLAIM = `${PRELUDE}
local due = redis.call('ZRANGEBYSCORE', p .. 'leases', 0, now, 'LIMIT', 0, 1)
if not due[1] then return {} end
local pair = redis.call('HMGET', p .. 'match:' .. due[1], 'a', 'b', 'bet')
if not pair[1] then redis.call('ZREM', p .. 'leases', due[1]) return {} end
redis.call('ZADD', p .. 'leases', now + tonumber(ARGV[1]), due[1])
return { due[1], pair[1], pair[2], pair[3] }`;

/** ARGV: bet, search limit in ms. Ends searches that exceeded the limit; returns each user and the duration. */
export const EXPIRE = `${PRELUDE}
local due = redis.call('ZRANGEBYSCORE', queueKey(ARGV[1]), 0, now - tonumber(ARGV[2]), 'WITHSCORES', 'LIMIT', 0, 100)
local ended = {}
for i = 1, #due, 2 do
  local id = due[i]
  local state = redis.call('HMGET', userKey(id), 'bet', 'match')
  -- The entry of an earlier search: the user has begun another, or is being matched by it.
  if state[1] and (state[1] ~= ARGV[1] or state[2]) then redis.call('ZREM', queueKey(ARGV[1]), id)
  else
    over(id)
    forget(id, ARGV[1])
    ended[#ended + 1] = id
    ended[#ended + 1] = waited(due[i + 1])
  end
end
return ended`;

/** ARGV: bets. Returns for each the number of searches and the age of the oldest. */
export const DEPTHS = `${PRELUDE}
local depths = {}
for _, bet in ipairs(ARGV) do
  local first = redis.call('ZRANGE', queueKey(bet), 0, 0, 'WITHSCORES')
  depths[#depths + 1] = redis.call('ZCARD', queueKey(bet))
  depths[#depths + 1] = waited(first[2])
end
return depths`;
