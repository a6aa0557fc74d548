/**
 * What a run must hold to. The figures are those of docs/slo.md; nothing here is stricter or laxer than what is promised
 * there.
 */

/** Nothing is ever lost, whatever happens: these hold in every scenario. */
export const NOTHING_LOST = {
  games_lost: ['count==0'],
  moves_lost: ['count==0'],
  coin_drift: ['count==0'],
};

/** Of an undisturbed site. */
export const AS_PROMISED = {
  ...NOTHING_LOST,
  move_ack: ['p(95)<100', 'p(99)<250'],
  move_delivery: ['p(99)<300'],
  time_to_match: ['p(95)<5000'],
  http_req_duration: ['p(95)<250'],
  errors: ['rate<0.001'],
};

/** Of a site that loses processes or connections: each player reconnects within seconds and plays on. */
export const AFTER_A_BREAK = {
  ...NOTHING_LOST,
  reconnect_time: ['p(99)<5000'],
};
