/**
 * Events that a run of the simulation is meant to reach: one that the seeds no longer reach proves nothing about it. Each
 * has to happen at least 50 times in 2,000 seeds. The rarest happen 95 to 140 times: at least 100 would fail by chance.
 */
export const EXPECTED_EVENTS: readonly string[] = [
  // What goes wrong.
  ...[
    'crash before a commit',
    'crash after a commit',
    'process killed',
    'service killed',
    'services partitioned',
  ],
  ...['database connection lost before a statement', 'database connection lost after a commit'],
  // Outages of play, and turns that their extension saved.
  ...['gateways unavailable', 'ingress unavailable', 'game service unavailable'],
  ...['turn saved from an outage of the gateways', 'turn saved from an outage of the game service'],
  ...['database unavailable', 'broker unavailable', 'broker lost its data'],
  ...['lost request to the broker', 'broker restarted between two requests'],
  ...['lost request', 'lost reply', 'slow message', 'duplicate request', 'lost push', 'player away'],
  'player offline',
  'reply lost in a partition',
  ...['lost publication', 'lost confirmation of a publication', 'lost acknowledgement of an event'],
  ...['duplicate event', 'duplicate publication', 'event delivered again', 'events delivered together'],
  // Crashes between two steps of a game for coins.
  ...['room.start-game.after-commit', 'room.start-round.after-game', 'room.open-round.after-commit'].map(
    crashAt,
  ),
  ...['room.cancel-round.after-commit', 'room.leave-room.after-commit'].map(crashAt),
  ...['room.request-rematch.after-commit', 'room.accept-rematch.after-commit'].map(crashAt),
  ...['game.create.after-funding', 'game.create.after-hold', 'game.create.after-open'].map(crashAt),
  ...['game.cancel.after-commit', 'game.move.after-commit'].map(crashAt),
  ...['game.finish.after-commit', 'game.finish.before-settle'].map(crashAt),
  ...['hold-stake', 'void-stake', 'finish-stake', 'send-gift'].flatMap((command) => [
    ...[crashAt(`economy.${command}.before-commit`), crashAt(`economy.${command}.after-commit`)],
  ]),
  ...['create-room', 'join-room', 'create-match', 'expire-rematches', 'close-idle-rooms'].map((what) =>
    crashAt(`room.${what}.after-commit`),
  ),
  // Searches: what goes wrong, and how they end.
  ...['redis unavailable', 'redis lost its data', 'redis connection lost before a script'],
  ...['redis connection lost after a script', 'crash after a script', 'gateway replaced'],
  ...['matchmaking.after-pair', 'matchmaking.before-commit'].map(crashAt),
  ...['search from a room', 'search matched', 'search left', 'search stopped'],
  ...['match for coins', 'friendly match', 'match with a computer player'],
  'computer player accepted without an offer',
  // How games end, and what repairs them.
  ...['diagonal', 'vertical', 'horizontal', 'draw', 'abandonment', 'expired'].map((end) => `game ${end}`),
  ...['game CALLED_OFF', 'game INSUFFICIENT_COINS', 'game with automatic moves'],
  ...['stake settled', 'stake refunded', 'stake void', 'void tombstone', 'stake paid by the job'],
  'game queried before its creation',
  ...['player repeated a call', 'player got CONSENT_MISSING', 'player got GAME_CANCELLED'],
];

/** Situations in which the product failed once, and rare ones: they have to happen once in 2,000 seeds. */
export const RARE_EVENTS: readonly string[] = [
  'start repeated after the end of its game',
  'event taken by a killed consumer',
  'game ended before its start was recorded',
  'events in another order',
  'move repeated after the server had moved',
  'leave rejected because of a game',
  crashAt('room.finish-round.after-commit'),
];

function crashAt(failpoint: string): string {
  return `crash at ${failpoint}`;
}
