import { dashboard, figure, graph, plain } from './panels.ts';

/** Coins: whether the books are right, what is held, what is made and what ends. */
export const money = dashboard('money', 'Money', 'The coin ledger, as it tells of itself.', [
  [
    'Right?',
    [
      figure(
        {
          title: 'Violations',
          about: 'All lines of the audit together: 0 in a right ledger.',
          unit: 'short',
        },
        [['sum(abs(max by (invariant) (fifteen_ledger_audit_violations)))', '']],
        [
          [0, 'green'],
          [1, 'red'],
        ],
      ),
      figure(
        {
          title: 'Last audit',
          about: 'How long ago. There is one each minute, rarer when the books are long.',
          unit: 's',
        },
        [['time() - max(fifteen_ledger_audit_last_run_timestamp_seconds)', '']],
        [
          [0, 'green'],
          [300, 'orange'],
          [1800, 'red'],
        ],
      ),
      figure(
        { title: 'Oldest stake', about: 'The longest legal game takes 7.5 minutes.', unit: 's' },
        [['max(fifteen_stakes_oldest_age_seconds)', '']],
        [
          [0, 'green'],
          [450, 'orange'],
          [1200, 'red'],
        ],
      ),
      figure(
        { title: 'Oldest unpaid game', about: 'Since its end. Payment takes milliseconds.', unit: 's' },
        [['max(fifteen_games_oldest_unsettled_age_seconds)', '']],
        [
          [0, 'green'],
          [10, 'orange'],
          [60, 'red'],
        ],
      ),
      figure(
        { title: 'Stakes', about: 'Held for games for coins that run.', unit: 'short' },
        [['max(fifteen_stakes_held)', '']],
        plain,
      ),
      figure(
        { title: 'Coins in them', about: 'Twice the bet of each.', unit: 'short' },
        [['max(fifteen_stakes_held_coins)', '']],
        plain,
      ),
      graph(
        {
          title: 'Audit',
          about: 'Each invariant of the ledger with its violations.',
          unit: 'short',
          columns: 12,
        },
        [['max by (invariant) (fifteen_ledger_audit_violations)', '{{invariant}}']],
      ),
      graph(
        {
          title: 'Games over and not paid',
          about: 'They are asked for again until they are.',
          unit: 'short',
          columns: 12,
        },
        [['max(fifteen_games_unsettled)', 'games']],
      ),
    ],
  ],
  [
    'Stakes',
    [
      graph({ title: 'Stakes held', about: 'About the games for coins that run.', unit: 'short' }, [
        ['max(fifteen_stakes_held)', 'stakes'],
        ['max(fifteen_games_active{kind="coins"})', 'games for coins'],
      ]),
      graph({ title: 'Coins held', about: 'In the escrows of running games.', unit: 'short' }, [
        ['max(fifteen_stakes_held_coins)', 'coins'],
      ]),
      graph({ title: 'The oldest', about: 'Stake held, and game not paid.', unit: 's' }, [
        ['max(fifteen_stakes_oldest_age_seconds)', 'stake'],
        ['max(fifteen_games_oldest_unsettled_age_seconds)', 'unpaid game'],
      ]),
    ],
  ],
  [
    'Made and ended',
    [
      graph(
        {
          title: 'Made, by source',
          about:
            'Coins an hour. signup: new players; ai: wins against the computer; topup: bought; weekly: rewards.',
          unit: 'short',
        },
        [['source:coins_minted:max - min_over_time(source:coins_minted:max[1h])', '{{source}}']],
        true,
      ),
      graph(
        {
          title: 'Made in a day, and usually',
          about: 'Over 24 hours, beside the median of the week before. Five times that is an alert.',
          unit: 'short',
        },
        [
          ['source:coins_minted:increase1d', '{{source}}'],
          ['quantile_over_time(0.5, source:coins_minted:increase1d[7d] offset 1d)', '{{source}}, usually'],
        ],
      ),
      graph(
        {
          title: 'Ended, by sink',
          about: 'Coins an hour. shop: spent; guest: what guests had who left.',
          unit: 'short',
        },
        [['sink:coins_sunk:max - min_over_time(sink:coins_sunk:max[1h])', '{{sink}}']],
        true,
      ),
      graph({ title: 'Coins in the game', about: 'All that was made less all that ended.', unit: 'short' }, [
        ['sum(source:coins_minted:max) - sum(sink:coins_sunk:max)', 'coins'],
      ]),
    ],
  ],
  [
    'The ledger at work',
    [
      graph(
        { title: 'What is asked of it', about: 'Calls a second.', unit: 'ops', columns: 12 },
        [
          [
            'sum by (method) (rate(fifteen_rpc_server_duration_seconds_count{service="economy"}[$__rate_interval]))',
            '{{method}}',
          ],
        ],
        true,
      ),
      graph(
        {
          title: 'What it refuses',
          about:
            'CONFLICT: two callers disagree about what happened. TOO_MANY_REQUESTS: bounds of awards and gifts.',
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
