import {
  QueryVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboard, figure, graph, percentiles, plain, prometheus } from './panels.ts';

/** One service, chosen on the dashboard: its calls, its neighbours, its database, its facts, its processes. */
export const service = dashboard(
  'service',
  'A service',
  'One service from its doors inwards.',
  [
    [
      'Now',
      [
        figure(
          { title: 'Replicas', about: 'Processes that answer the scraper.', unit: 'short' },
          [['sum(up{job="fifteen", service="$service"})', '']],
          [
            [0, 'red'],
            [1, 'green'],
          ],
        ),
        figure(
          { title: 'Versions', about: 'How many processes run which version.', unit: 'short', columns: 8 },
          [['count by (version) (fifteen_build_info{service="$service"})', '{{version}}']],
          plain,
        ),
        figure(
          {
            title: 'Dependencies',
            about: 'Share of the processes that reach them.',
            unit: 'percentunit',
            columns: 12,
          },
          [['avg by (dependency) (fifteen_dependency_up{service="$service"})', '{{dependency}}']],
          [
            [0, 'red'],
            [0.01, 'orange'],
            [1, 'green'],
          ],
        ),
      ],
    ],
    [
      'Calls served (the gateway serves requests: see “Player experience”)',
      [
        graph(
          {
            title: 'Calls by code',
            about: 'INTERNAL is a defect, SERVICE_UNAVAILABLE an outage; all others are refusals.',
            unit: 'ops',
          },
          [
            [
              'sum by (code) (rate(fifteen_rpc_server_duration_seconds_count{service="$service"}[$__rate_interval]))',
              '{{code}}',
            ],
          ],
          true,
        ),
        graph(
          {
            title: 'Calls that fail for reasons of ours',
            about: 'INTERNAL and SERVICE_UNAVAILABLE.',
            unit: 'ops',
          },
          [
            [
              'sum by (method, code) (rate(fifteen_rpc_server_duration_seconds_count{service="$service", code=~"INTERNAL|SERVICE_UNAVAILABLE"}[$__rate_interval]))',
              '{{method}} {{code}}',
            ],
          ],
        ),
        graph({ title: 'Calls take', about: '99th percentile of each method.', unit: 's' }, [
          ...percentiles('fifteen_rpc_server_duration_seconds', {
            where: 'service="$service"',
            by: 'method',
            of: [0.99],
          }),
        ]),
      ],
    ],
    [
      'Calls made',
      [
        graph(
          { title: 'Calls of neighbours', about: 'Calls a second.', unit: 'ops' },
          [
            [
              'sum by (target) (rate(fifteen_rpc_client_duration_seconds_count{service="$service"}[$__rate_interval]))',
              '{{target}}',
            ],
          ],
          true,
        ),
        graph(
          {
            title: 'Neighbours that fail',
            about: 'INTERNAL and SERVICE_UNAVAILABLE, retries included.',
            unit: 'ops',
          },
          [
            [
              'sum by (target, method, code) (rate(fifteen_rpc_client_duration_seconds_count{service="$service", code=~"INTERNAL|SERVICE_UNAVAILABLE"}[$__rate_interval]))',
              '{{target}}.{{method}} {{code}}',
            ],
          ],
        ),
        graph({ title: 'Neighbours take', about: '99th percentile of each neighbour.', unit: 's' }, [
          ...percentiles('fifteen_rpc_client_duration_seconds', {
            where: 'service="$service"',
            by: 'target',
            of: [0.99],
          }),
        ]),
      ],
    ],
    [
      'SQL',
      [
        graph(
          {
            title: 'Statements and transactions',
            about:
              'refused: the database was away, full or too slow. failed: also a refusal by one of its rules.',
            unit: 'ops',
          },
          [
            [
              'sum by (outcome) (rate(fifteen_sql_duration_seconds_count{service="$service"}[$__rate_interval]))',
              '{{outcome}}',
            ],
          ],
          true,
        ),
        graph(
          { title: 'SQL takes', about: 'The wait for a connection included.', unit: 's' },
          percentiles('fifteen_sql_duration_seconds', { where: 'service="$service"' }),
        ),
        graph(
          { title: 'Connections', about: 'Of all processes together; nobody should wait.', unit: 'short' },
          [['sum by (state) (fifteen_pg_pool_connections{service="$service"})', '{{state}}']],
          true,
        ),
        graph(
          {
            title: 'Changes in one statement',
            about:
              'Games that were changed together by the game service; 200 at most. High: commits are slow, or many play.',
            unit: 'short',
          },
          percentiles('fifteen_commit_batch_size', { where: 'service="$service"', of: [0.5, 0.99] }),
        ),
      ],
    ],
    [
      'Facts',
      [
        graph({ title: 'Facts not told yet', about: 'In the outbox.', unit: 'short' }, [
          ['max by (service) (fifteen_outbox_pending_events{service="$service"})', 'waiting'],
        ]),
        graph({ title: 'The oldest waits', about: 'Usually less than a second.', unit: 's' }, [
          ['max by (service) (fifteen_outbox_oldest_event_age_seconds{service="$service"})', 'oldest'],
        ]),
        graph(
          {
            title: 'Facts of others',
            about: 'Handled a second. failed ones come again; parked ones wait for a person.',
            unit: 'ops',
          },
          [
            [
              'sum by (consumer, outcome) (rate(fifteen_event_handling_duration_seconds_count{service="$service"}[$__rate_interval]))',
              '{{consumer}} {{outcome}}',
            ],
          ],
          true,
        ),
        graph({ title: 'Facts take', about: '99th percentile of applying one.', unit: 's' }, [
          ...percentiles('fifteen_event_handling_duration_seconds', {
            where: 'service="$service"',
            by: 'consumer',
            of: [0.99],
          }),
        ]),
        graph({ title: 'Failures', about: 'Tries in which a fact could not be applied.', unit: 'ops' }, [
          [
            'sum by (consumer) (rate(fifteen_event_handling_failures_total{service="$service"}[$__rate_interval]))',
            '{{consumer}}',
          ],
        ]),
        graph(
          {
            title: 'Parked facts',
            about: 'They wait for a person: see the runbook FactsParked.',
            unit: 'short',
          },
          [['max by (consumer) (fifteen_events_dead_lettered{service="$service"})', '{{consumer}}']],
        ),
      ],
    ],
    [
      'Processes',
      [
        graph(
          { title: 'CPU', about: 'Cores used. A process uses one at most, and a little.', unit: 'short' },
          [['rate(process_cpu_seconds_total{service="$service"}[$__rate_interval])', '{{instance}}']],
        ),
        graph({ title: 'Memory', about: 'Resident. A slope that never ends is a leak.', unit: 'bytes' }, [
          ['process_resident_memory_bytes{service="$service"}', '{{instance}}'],
        ]),
        graph(
          {
            title: 'Event loop',
            about: 'How late timers come, 99th percentile. Everything is that late.',
            unit: 's',
          },
          [['nodejs_eventloop_delay_p99{service="$service"}', '{{instance}}']],
        ),
        graph(
          {
            title: 'Heap',
            about: 'Used by objects. What grows after each collection is a leak.',
            unit: 'bytes',
          },
          [['sum by (instance) (v8js_memory_heap_used{service="$service"})', '{{instance}}']],
        ),
        graph(
          {
            title: 'Garbage collection',
            about: 'Share of the time that each kind of collection stops the process.',
            unit: 'percentunit',
          },
          [
            [
              'rate(v8js_gc_duration_sum{service="$service"}[$__rate_interval])',
              '{{instance}} {{v8js_gc_type}}',
            ],
          ],
        ),
      ],
    ],
  ],
  [
    new QueryVariableBuilder('service')
      .label('Service')
      .datasource(prometheus)
      .query({ query: 'label_values(fifteen_build_info, service)', refId: 'services' })
      .refresh(VariableRefresh.OnTimeRangeChanged)
      .sort(VariableSort.AlphabeticalAsc)
      .current({ text: 'game', value: 'game' }),
  ],
);
