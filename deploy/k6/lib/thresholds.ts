// Thresholds of the scenarios. test/k6.test.ts compares them with docs/slo.md.

/** No game, acknowledged move or coin is lost: in every scenario. */
export const LOSS_THRESHOLDS = {
  games_lost: ['count==0'],
  moves_lost: ['count==0'],
  coin_drift: ['count==0'],
};

/** The SLOs, of a site without faults. */
export const SLO_THRESHOLDS = {
  ...LOSS_THRESHOLDS,
  move_ack: ['p(95)<100', 'p(99)<250'],
  move_delivery: ['p(99)<300'],
  time_to_match: ['p(95)<5000'],
  http_req_duration: ['p(95)<250'],
  errors: ['rate<0.001'],
};

/** Of a site that loses processes or connections. */
export const RECONNECT_THRESHOLDS = {
  ...LOSS_THRESHOLDS,
  reconnect_time: ['p(99)<5000'],
};
