import { dashboard, statPanel, graphPanel, percentiles, NEUTRAL } from './panels.ts';

/** Shows the objectives of docs/slo.md first, then the metrics behind each. */
export const playerExperience = dashboard(
  'player-experience',
  'Player experience',
  'Service level objectives and player activity.',
  [
    [
      'Objectives',
      [
        statPanel(
          {
            title: 'Error budget remaining (28 days)',
            about: 'Remaining error budget of each objective (docs/slo.md). Below 0 the objective is missed.',
            unit: 'percentunit',
            columns: 14,
          },
          [['slo:error_budget_remaining:28d', '{{slo}}']],
          [
            [-1, 'red'],
            [0, 'orange'],
            [0.25, 'green'],
          ],
        ).height(8),
        graphPanel(
          {
            title: 'Burn rate (1 hour)',
            about: 'How many times faster than allowed the budget is spent. Above 14.4 an alert pages.',
            unit: 'short',
            columns: 10,
          },
          [['slo:burn_rate:1h', '{{slo}}']],
        ),
      ],
    ],
    [
      'Activity',
      [
        statPanel(
          { title: 'Sockets', about: 'Open WebSocket connections.', unit: 'short' },
          [['sum(fifteen_ws_connections)', '']],
          NEUTRAL,
        ),
        statPanel(
          { title: 'Games', about: 'Active games.', unit: 'short', columns: 8 },
          [['max by (kind) (fifteen_games_active)', '{{kind}}']],
          NEUTRAL,
        ),
        statPanel(
          { title: 'Moves', about: 'Moves committed per second.', unit: 'ops' },
          [['sum(rate(fifteen_moves_total[$__rate_interval]))', '']],
          NEUTRAL,
        ),
        statPanel(
          { title: 'Searching', about: 'Players in the quick match queue.', unit: 'short' },
          [['sum(max by (bet) (fifteen_matchmaking_queue_searches))', '']],
          NEUTRAL,
        ),
        statPanel(
          {
            title: 'Longest search',
            about: 'A search ends after 60 s. After 40 s a computer player joins or is offered.',
            unit: 's',
          },
          [['max(fifteen_matchmaking_queue_oldest_search_age_seconds)', '']],
          [
            [0, 'green'],
            [65, 'orange'],
            [90, 'red'],
          ],
        ),
      ],
    ],
    [
      'Moves',
      [
        graphPanel(
          {
            title: 'Move latency',
            about: 'From the frame to the response, at the gateway. Objective: 99 % within 250 ms.',
            unit: 's',
          },
          percentiles('fifteen_move_duration_seconds'),
        ),
        graphPanel(
          {
            title: 'Move delivery latency',
            about:
              'From the commit to the opponent’s socket. Objective: 99 % within 300 ms. Includes clock offsets.',
            unit: 's',
          },
          percentiles('fifteen_move_delivery_duration_seconds'),
        ),
        graphPanel(
          {
            title: 'Moves by outcome',
            about: 'ok and rejected (by the rules) are good events; failed is a server error.',
            unit: 'ops',
          },
          [['sum by (outcome) (rate(fifteen_move_duration_seconds_count[$__rate_interval]))', '{{outcome}}']],
          true,
        ),
        graphPanel(
          { title: 'Moves by actor', about: 'auto: the server plays for an absent player.', unit: 'ops' },
          [['sum by (actor) (rate(fifteen_moves_total[$__rate_interval]))', '{{actor}}']],
          true,
        ),
        graphPanel({ title: 'Games started', about: 'Games started per second.', unit: 'ops' }, [
          ['sum(rate(fifteen_games_started_total[$__rate_interval]))', 'started'],
        ]),
        graphPanel(
          {
            title: 'Games ended',
            about: 'abandonment: a player left. cancelled: a player could not pay, or the start timed out.',
            unit: 'ops',
          },
          [['sum by (reason) (rate(fifteen_games_ended_total[$__rate_interval]))', '{{reason}}']],
          true,
        ),
      ],
    ],
    [
      'Quick match',
      [
        graphPanel(
          {
            title: 'Pairing latency',
            about: 'From the arrival of the second player to the match. Objective: 95 % within 5 s.',
            unit: 's',
          },
          percentiles('fifteen_matchmaking_pairing_duration_seconds', { of: [0.5, 0.95] }),
        ),
        graphPanel(
          { title: 'Searches by outcome', about: 'bot and timeout: there was no opponent.', unit: 'ops' },
          [
            [
              'sum by (outcome) (rate(fifteen_matchmaking_wait_duration_seconds_count[$__rate_interval]))',
              '{{outcome}}',
            ],
          ],
          true,
        ),
        graphPanel(
          { title: 'Queue by bet', about: 'Players in the queue, by bet.', unit: 'short' },
          [['max by (bet) (fifteen_matchmaking_queue_searches)', 'bet {{bet}}']],
          true,
        ),
      ],
    ],
    [
      'Requests',
      [
        graphPanel(
          { title: 'Requests by status', about: '5xx are server errors. 4xx includes 429.', unit: 'ops' },
          [
            [
              'sum by (status) (rate(fifteen_http_request_duration_seconds_count[$__rate_interval]))',
              '{{status}}',
            ],
          ],
          true,
        ),
        graphPanel({ title: 'Failing routes', about: 'The ten routes with the most 5xx.', unit: 'ops' }, [
          [
            'topk(10, sum by (method, route) (rate(fifteen_http_request_duration_seconds_count{status="5xx"}[$__rate_interval])))',
            '{{method}} {{route}}',
          ],
        ]),
        graphPanel(
          {
            title: 'Slow routes',
            about: '95th percentile of the ten slowest routes. Objective: 250 ms over all routes of the API.',
            unit: 's',
          },
          [
            [
              'topk(10, histogram_quantile(0.95, sum by (le, method, route) (rate(fifteen_http_request_duration_seconds_bucket[$__rate_interval]))))',
              '{{method}} {{route}}',
            ],
          ],
        ),
        graphPanel(
          {
            title: 'Sign-ins',
            about: 'Guests, sign-ins and registrations per second, by status.',
            unit: 'ops',
          },
          [
            [
              'sum by (route, status) (rate(fifteen_http_request_duration_seconds_count{method="POST", route=~"/api/auth/(guest|login|register)"}[$__rate_interval]))',
              '{{route}} {{status}}',
            ],
          ],
        ),
        graphPanel(
          { title: 'Request latency', about: 'All routes of the API together.', unit: 's' },
          percentiles('fifteen_http_request_duration_seconds', { where: 'route=~"/api/.*"' }),
        ),
        graphPanel(
          {
            title: 'Oldest unsent mail',
            about: 'Normally less than a second. See the runbook MailDelayed.',
            unit: 's',
          },
          [['max(fifteen_mails_oldest_unsent_age_seconds)', 'oldest']],
        ),
        graphPanel(
          {
            title: 'Mails',
            about: 'Mails sent, and rejected by the mail server, per second. See the runbook MailsRejected.',
            unit: 'ops',
          },
          [['sum by (outcome) (rate(fifteen_mails_total[$__rate_interval]))', '{{outcome}}']],
        ),
      ],
    ],
    [
      'Sockets',
      [
        graphPanel(
          {
            title: 'Sockets by gateway',
            about: 'A gateway without connections receives no traffic from the load balancer.',
            unit: 'short',
          },
          [['fifteen_ws_connections', '{{instance}}']],
          true,
        ),
        graphPanel({ title: 'Messages', about: 'Messages received and sent per second.', unit: 'ops' }, [
          ['sum by (direction) (rate(fifteen_ws_messages_total[$__rate_interval]))', '{{direction}}'],
        ]),
        graphPanel(
          {
            title: 'Closed sockets',
            about:
              '1000, 1001: the client left. 1006: connection lost. 1008, 1009: limits. 1012: shutdown. 1013: client too slow.',
            unit: 'ops',
          },
          [['sum by (code) (rate(fifteen_ws_connections_closed_total[$__rate_interval]))', '{{code}}']],
          true,
        ),
      ],
    ],
  ],
);
