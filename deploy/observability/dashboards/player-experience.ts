import { dashboard, figure, graph, percentiles, plain } from './panels.ts';

/** What people feel: the objectives of docs/slo.md first, then what lies behind each. */
export const playerExperience = dashboard(
  'player-experience',
  'Player experience',
  'What players feel, from the gateway inwards.',
  [
    [
      'Objectives',
      [
        figure(
          {
            title: 'Budget left of 28 days',
            about:
              'What may still go wrong of each objective (docs/slo.md). Below 0 the objective is broken.',
            unit: 'percentunit',
            columns: 14,
          },
          [['slo:budget_left:28d', '{{slo}}']],
          [
            [-1, 'red'],
            [0, 'orange'],
            [0.25, 'green'],
          ],
        ).height(8),
        graph(
          {
            title: 'Budget spent, times as fast as allowed',
            about: 'Burn rate over an hour. Above 14.4 somebody is called.',
            unit: 'short',
            columns: 10,
          },
          [['slo:burn_rate:1h', '{{slo}}']],
        ),
      ],
    ],
    [
      'Now',
      [
        figure(
          { title: 'Sockets', about: 'Open sockets: about as many people.', unit: 'short' },
          [['sum(fifteen_ws_connections)', '']],
          plain,
        ),
        figure(
          { title: 'Games', about: 'Games being played.', unit: 'short', columns: 8 },
          [['max by (kind) (fifteen_games_active)', '{{kind}}']],
          plain,
        ),
        figure(
          { title: 'Moves', about: 'Moves committed a second.', unit: 'ops' },
          [['sum(rate(fifteen_moves_total[$__rate_interval]))', '']],
          plain,
        ),
        figure(
          { title: 'Searching', about: 'People in the queue of quick match.', unit: 'short' },
          [['sum(max by (bet) (fifteen_matchmaking_queue_tickets))', '']],
          plain,
        ),
        figure(
          {
            title: 'Longest search',
            about: 'A search ends after 60 s; from 40 s on a computer opponent joins or is offered.',
            unit: 's',
          },
          [['max(fifteen_matchmaking_queue_oldest_ticket_age_seconds)', '']],
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
        graph(
          {
            title: 'A move is answered',
            about: 'From its frame to the answer, at the gateway. Objective: 99 % within 250 ms.',
            unit: 's',
          },
          percentiles('fifteen_move_duration_seconds'),
        ),
        graph(
          {
            title: 'A move reaches the opponent',
            about:
              'From its commit to the other socket. Objective: 99 % within 300 ms. Clocks that differ show here.',
            unit: 's',
          },
          percentiles('fifteen_move_delivery_duration_seconds'),
        ),
        graph(
          {
            title: 'Moves by outcome',
            about: 'ok and refused (by the rules) are answers; failed is ours.',
            unit: 'ops',
          },
          [['sum by (outcome) (rate(fifteen_move_duration_seconds_count[$__rate_interval]))', '{{outcome}}']],
          true,
        ),
        graph(
          { title: 'Who moves', about: 'auto: the server plays for somebody who is absent.', unit: 'ops' },
          [['sum by (actor) (rate(fifteen_moves_total[$__rate_interval]))', '{{actor}}']],
          true,
        ),
        graph({ title: 'Games begin', about: 'Games opened a second.', unit: 'ops' }, [
          ['sum(rate(fifteen_games_started_total[$__rate_interval]))', 'begin'],
        ]),
        graph(
          {
            title: 'Games end',
            about:
              'Many by abandonment: people leave. Cancelled: somebody could not pay, or a start took too long.',
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
        graph(
          {
            title: 'Two are brought together',
            about: 'From the later one’s search to their game. Objective: 95 % within 5 s.',
            unit: 's',
          },
          percentiles('fifteen_matchmaking_pairing_duration_seconds', { of: [0.5, 0.95] }),
        ),
        graph(
          { title: 'How searches end', about: 'bot and timeout: there was nobody to play.', unit: 'ops' },
          [
            [
              'sum by (outcome) (rate(fifteen_matchmaking_wait_duration_seconds_count[$__rate_interval]))',
              '{{outcome}}',
            ],
          ],
          true,
        ),
        graph(
          { title: 'Who searches', about: 'People in the queue, by bet.', unit: 'short' },
          [['max by (bet) (fifteen_matchmaking_queue_tickets)', 'bet {{bet}}']],
          true,
        ),
      ],
    ],
    [
      'Requests',
      [
        graph(
          { title: 'Requests by status', about: '5xx is ours; 429 is within 4xx.', unit: 'ops' },
          [
            [
              'sum by (status) (rate(fifteen_http_request_duration_seconds_count[$__rate_interval]))',
              '{{status}}',
            ],
          ],
          true,
        ),
        graph({ title: 'Routes that fail', about: '5xx, the ten worst routes.', unit: 'ops' }, [
          [
            'topk(10, sum by (method, route) (rate(fifteen_http_request_duration_seconds_count{status="5xx"}[$__rate_interval])))',
            '{{method}} {{route}}',
          ],
        ]),
        graph(
          {
            title: 'Slow routes',
            about: '95th percentile, the ten slowest. Objective: 250 ms over all.',
            unit: 's',
          },
          [
            [
              'topk(10, histogram_quantile(0.95, sum by (le, method, route) (rate(fifteen_http_request_duration_seconds_bucket[$__rate_interval]))))',
              '{{method}} {{route}}',
            ],
          ],
        ),
        graph(
          {
            title: 'Signing in',
            about: 'Guests, sign-ins and registrations a second, by status.',
            unit: 'ops',
          },
          [
            [
              'sum by (route, status) (rate(fifteen_http_request_duration_seconds_count{method="POST", route=~"/api/auth/(guest|login|register)"}[$__rate_interval]))',
              '{{route}} {{status}}',
            ],
          ],
        ),
        graph(
          { title: 'Requests take', about: 'All routes together.', unit: 's' },
          percentiles('fifteen_http_request_duration_seconds'),
        ),
      ],
    ],
    [
      'Sockets',
      [
        graph(
          {
            title: 'Sockets by gateway',
            about: 'A gateway that has none for long gets none.',
            unit: 'short',
          },
          [['fifteen_ws_connections', '{{instance}}']],
          true,
        ),
        graph({ title: 'Messages', about: 'Read and written a second.', unit: 'ops' }, [
          ['sum by (direction) (rate(fifteen_ws_messages_total[$__rate_interval]))', '{{direction}}'],
        ]),
        graph(
          {
            title: 'Sockets close',
            about:
              '1000, 1001: people go. 1006: lines break. 1008, 1009: limits. 1012: we stop. 1013: too slow.',
            unit: 'ops',
          },
          [['sum by (code) (rate(fifteen_ws_connections_closed_total[$__rate_interval]))', '{{code}}']],
          true,
        ),
      ],
    ],
  ],
);
