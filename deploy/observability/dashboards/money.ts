import { dashboard, statPanel, graphPanel, NEUTRAL } from './panels.ts';

/** Shows ledger consistency, held stakes, and minted and sunk coins. */
export const money = dashboard('money', 'Money', 'The coin ledger.', [
  [
    'Consistency',
    [
      statPanel(
        {
          title: 'Violations',
          about: 'Violations of all invariants. A consistent ledger has 0.',
          unit: 'short',
        },
        [['sum(abs(max by (invariant) (fifteen_ledger_audit_violations)))', '']],
        [
          [0, 'green'],
          [1, 'red'],
        ],
      ),
      statPanel(
        {
          title: 'Last audit',
          about: 'Time since the last audit of new rows. One is due every minute, or after a full audit.',
          unit: 's',
        },
        [['time() - max(fifteen_ledger_audit_last_run_timestamp_seconds)', '']],
        [
          [0, 'green'],
          [300, 'orange'],
          [4500, 'red'],
        ],
      ),
      statPanel(
        { title: 'Oldest stake', about: 'The longest legal game takes 16 minutes.', unit: 's' },
        [['max(fifteen_stakes_oldest_age_seconds)', '']],
        [
          [0, 'green'],
          [960, 'orange'],
          [1200, 'red'],
        ],
      ),
      statPanel(
        {
          title: 'Oldest unsettled game',
          about: 'Time since its end. A payout takes milliseconds.',
          unit: 's',
        },
        [['max(fifteen_games_oldest_unsettled_age_seconds)', '']],
        [
          [0, 'green'],
          [10, 'orange'],
          [60, 'red'],
        ],
      ),
      statPanel(
        { title: 'Stakes', about: 'Stakes held for active games.', unit: 'short' },
        [['max(fifteen_stakes_held)', '']],
        NEUTRAL,
      ),
      statPanel(
        { title: 'Coins in stakes', about: 'Twice the bet of each stake.', unit: 'short' },
        [['max(fifteen_stakes_held_coins)', '']],
        NEUTRAL,
      ),
      graphPanel(
        {
          title: 'Audit',
          about: 'Violations of each invariant of the ledger.',
          unit: 'short',
        },
        [['max by (invariant) (fifteen_ledger_audit_violations)', '{{invariant}}']],
      ),
      graphPanel(
        {
          title: 'Unsettled games',
          about: 'Games that ended and are not paid yet. The game service retries.',
          unit: 'short',
        },
        [['max(fifteen_games_unsettled)', 'games']],
      ),
      graphPanel(
        {
          title: 'Oldest unpaid week',
          about: 'Time since its end. A week is paid within minutes; a wallet may be a day late.',
          unit: 's',
        },
        [['max by (state) (fifteen_weeks_oldest_unpaid_age_seconds)', '{{state}}']],
      ),
    ],
  ],
  [
    'Stakes',
    [
      graphPanel(
        { title: 'Stakes held', about: 'Should be close to the active games for coins.', unit: 'short' },
        [
          ['max(fifteen_stakes_held)', 'stakes'],
          ['max(fifteen_games_active{kind="coins"})', 'games for coins'],
        ],
      ),
      graphPanel({ title: 'Coins held', about: 'Coins in the escrows of active games.', unit: 'short' }, [
        ['max(fifteen_stakes_held_coins)', 'coins'],
      ]),
      graphPanel(
        {
          title: 'Oldest stake and unsettled game',
          about: 'Age of the stake, and time since the end of the game.',
          unit: 's',
        },
        [
          ['max(fifteen_stakes_oldest_age_seconds)', 'stake'],
          ['max(fifteen_games_oldest_unsettled_age_seconds)', 'unsettled game'],
        ],
      ),
    ],
  ],
  [
    'Minting and sinks',
    [
      graphPanel(
        {
          title: 'Minted, by source',
          about:
            'Coins per hour. signup: new players; ai: wins against the computer; topup: bought; weekly: rewards.',
          unit: 'short',
        },
        [['source:coins_minted:max - min_over_time(source:coins_minted:max[1h])', '{{source}}']],
        true,
      ),
      graphPanel(
        {
          title: 'Minted in 24 hours',
          about: 'Compared with the median of the previous week. Five times the median is an alert.',
          unit: 'short',
        },
        [
          ['source:coins_minted:increase1d', '{{source}}'],
          ['quantile_over_time(0.5, source:coins_minted:increase1d[7d] offset 1d)', '{{source}}, median'],
        ],
      ),
      graphPanel(
        {
          title: 'Sunk, by sink',
          about: 'Coins per hour. shop: spent; guest: balances of guest accounts that ended.',
          unit: 'short',
        },
        [['sink:coins_sunk:max - min_over_time(sink:coins_sunk:max[1h])', '{{sink}}']],
        true,
      ),
      graphPanel({ title: 'Coins in circulation', about: 'Minted coins minus sunk coins.', unit: 'short' }, [
        ['sum(source:coins_minted:max) - sum(sink:coins_sunk:max)', 'coins'],
      ]),
    ],
  ],
  [
    'Ledger calls',
    [
      graphPanel(
        { title: 'Calls by method', about: 'Calls per second.', unit: 'ops', columns: 12 },
        [
          [
            'sum by (method) (rate(fifteen_rpc_server_duration_seconds_count{service="economy"}[$__rate_interval]))',
            '{{method}}',
          ],
        ],
        true,
      ),
      graphPanel(
        {
          title: 'Rejected calls',
          about:
            'CONFLICT: two callers disagree about a result. TOO_MANY_REQUESTS: limits of awards and gifts.',
          unit: 'ops',
          columns: 12,
        },
        [
          [
            'sum by (method, code) (rate(fifteen_rpc_server_duration_seconds_count{service="economy", code!="OK"}[$__rate_interval]))',
            '{{method}} {{code}}',
          ],
        ],
      ),
    ],
  ],
]);
