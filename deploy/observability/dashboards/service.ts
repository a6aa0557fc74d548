import {
  QueryVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboard, statPanel, graphPanel, percentiles, NEUTRAL, prometheus } from './panels.ts';

/** Shows one service, selected by a variable: its calls, upstreams, database, events and processes. */
export const service = dashboard(
  'service',
  'Service',
  'Calls, upstreams, database, events and processes of one service.',
  [
    [
      'Overview',
      [
        statPanel(
          { title: 'Replicas', about: 'Replicas that Prometheus reaches.', unit: 'short' },
          [['sum(up{job="fifteen", service="$service"})', '']],
          [
            [0, 'red'],
            [1, 'green'],
          ],
        ),
        statPanel(
          { title: 'Versions', about: 'Replicas by version.', unit: 'short', columns: 8 },
          [['count by (version) (fifteen_build_info{service="$service"})', '{{version}}']],
          NEUTRAL,
        ),
        statPanel(
          {
            title: 'Dependencies',
            about: 'Share of replicas that reach the dependency.',
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
        graphPanel(
          {
            title: 'Calls by code',
            about: 'INTERNAL is a defect, SERVICE_UNAVAILABLE an outage; all other codes are rejections.',
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
        graphPanel(
          {
            title: 'Failed calls',
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
        graphPanel({ title: 'Call duration', about: '99th percentile of each method.', unit: 's' }, [
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
        graphPanel(
          { title: 'Upstream calls', about: 'Calls per second.', unit: 'ops' },
          [
            [
              'sum by (target) (rate(fifteen_rpc_client_duration_seconds_count{service="$service"}[$__rate_interval]))',
              '{{target}}',
            ],
          ],
          true,
        ),
        graphPanel(
          {
            title: 'Failed upstream calls',
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
        graphPanel(
          { title: 'Upstream call duration', about: '99th percentile of each upstream.', unit: 's' },
          [
            ...percentiles('fifteen_rpc_client_duration_seconds', {
              where: 'service="$service"',
              by: 'target',
              of: [0.99],
            }),
          ],
        ),
      ],
    ],
    [
      'SQL',
      [
        graphPanel(
          {
            title: 'Statements and transactions',
            about:
              'unavailable: the database was unreachable, overloaded or too slow. failed: includes rejections by a constraint.',
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
        graphPanel(
          { title: 'SQL duration', about: 'Includes the wait for a connection.', unit: 's' },
          percentiles('fifteen_sql_duration_seconds', { where: 'service="$service"' }),
        ),
        graphPanel(
          { title: 'Connections', about: 'Over all replicas. No request should wait.', unit: 'short' },
          [['sum by (state) (fifteen_pg_pool_connections{service="$service"})', '{{state}}']],
          true,
        ),
        graphPanel(
          {
            title: 'Commit batch size',
            about:
              'Changes in one statement of the game service, 200 at most. High under load or with slow commits.',
            unit: 'short',
          },
          percentiles('fifteen_commit_batch_size', { where: 'service="$service"', of: [0.5, 0.99] }),
        ),
      ],
    ],
    [
      'Events',
      [
        graphPanel({ title: 'Pending events', about: 'Committed events in the outbox.', unit: 'short' }, [
          ['max by (service) (fifteen_outbox_pending_events{service="$service"})', 'pending'],
        ]),
        graphPanel({ title: 'Oldest pending event', about: 'Normally less than a second.', unit: 's' }, [
          ['max by (service) (fifteen_outbox_oldest_event_age_seconds{service="$service"})', 'oldest'],
        ]),
        graphPanel(
          {
            title: 'Handled events',
            about: 'Events per second. failed events are delivered again; dead_lettered events are not.',
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
        graphPanel({ title: 'Event handling duration', about: '99th percentile by consumer.', unit: 's' }, [
          ...percentiles('fifteen_event_handling_duration_seconds', {
            where: 'service="$service"',
            by: 'consumer',
            of: [0.99],
          }),
        ]),
        graphPanel({ title: 'Age of applied events', about: '99th percentile by consumer.', unit: 's' }, [
          ...percentiles('fifteen_event_age_seconds', {
            where: 'service="$service"',
            by: 'consumer',
            of: [0.99],
          }),
        ]),
        graphPanel(
          {
            title: 'Event handling failures',
            about: 'Failed attempts per second. See the runbook EventsFailing.',
            unit: 'ops',
          },
          [
            [
              'sum by (consumer) (rate(fifteen_event_handling_failures_total{service="$service"}[$__rate_interval]))',
              '{{consumer}}',
            ],
          ],
        ),
        graphPanel(
          {
            title: 'Dead-lettered events',
            about: 'Events in the dead-letter table. See the runbook EventsDeadLettered.',
            unit: 'short',
          },
          [
            [
              'max by (consumer, owner) (fifteen_events_dead_lettered{service="$service"})',
              '{{consumer}} of {{owner}}',
            ],
          ],
        ),
        graphPanel(
          {
            title: 'Last fetch of events',
            about: 'Time since any replica fetched events. Two seconds are normal without events.',
            unit: 's',
          },
          [
            [
              'min by (consumer, owner) (fifteen_events_last_fetch_age_seconds{service="$service"})',
              '{{consumer}} of {{owner}}',
            ],
          ],
        ),
      ],
    ],
    [
      'Processes',
      [
        graphPanel(
          { title: 'CPU', about: 'Cores used. A process uses little more than one.', unit: 'short' },
          [
            [
              'rate(process_cpu_seconds_total{job="fifteen", service="$service"}[$__rate_interval])',
              '{{instance}}',
            ],
          ],
        ),
        graphPanel(
          { title: 'Memory', about: 'Resident memory. A steady increase is a leak.', unit: 'bytes' },
          [['process_resident_memory_bytes{job="fifteen", service="$service"}', '{{instance}}']],
        ),
        graphPanel(
          {
            title: 'Event loop',
            about: 'Event loop delay, 99th percentile. It delays all work of the process.',
            unit: 's',
          },
          [['nodejs_eventloop_delay_p99{job="fifteen", service="$service"}', '{{instance}}']],
        ),
        graphPanel(
          {
            title: 'Heap',
            about:
              'Bytes in use, and what the last full collection left of the objects. That rises with a leak.',
            unit: 'bytes',
          },
          [
            ['sum by (instance) (v8js_memory_heap_used{job="fifteen", service="$service"})', '{{instance}}'],
            ['fifteen_live_heap_bytes{job="fifteen", service="$service"}', '{{instance}} live'],
          ],
        ),
        graphPanel(
          {
            title: 'Garbage collection',
            about: 'Share of the time that each kind of collection pauses the process.',
            unit: 'percentunit',
          },
          [
            [
              'rate(v8js_gc_duration_sum{job="fifteen", service="$service"}[$__rate_interval])',
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
