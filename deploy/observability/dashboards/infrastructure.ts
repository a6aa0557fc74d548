import { dashboard, statPanel, graphPanel } from './panels.ts';

/** Compares all processes: availability, restarts, load, latency and waits. */
export const infrastructure = dashboard(
  'infrastructure',
  'Infrastructure',
  'Processes and their dependencies.',
  [
    [
      'Availability',
      [
        statPanel(
          {
            title: 'Replicas',
            about: 'Replicas of each service that Prometheus reaches.',
            unit: 'short',
            columns: 24,
          },
          [['sum by (service) (up{job="fifteen"})', '{{service}}']],
          [
            [0, 'red'],
            [1, 'green'],
          ],
        ),
        graphPanel(
          {
            title: 'Restarts',
            about: 'Restarts of a process within 15 minutes.',
            unit: 'short',
          },
          [['sum by (service) (changes(process_start_time_seconds{job="fifteen"}[15m]))', '{{service}}']],
          true,
        ),
        graphPanel(
          { title: 'Versions', about: 'Running versions. There are two during a rollout.', unit: 'short' },
          [['count by (service, version) (fifteen_build_info)', '{{service}} {{version}}']],
          true,
        ),
        graphPanel(
          {
            title: 'Dependencies',
            about:
              'Share of replicas that reach the dependency. Between 0 and 1: a network problem, or one replica.',
            unit: 'percentunit',
          },
          [['avg by (service, dependency) (fifteen_dependency_up)', '{{service}} → {{dependency}}']],
        ),
      ],
    ],
    [
      'Load',
      [
        graphPanel(
          {
            title: 'CPU',
            about: 'Cores used by each process. A process is saturated near 1.',
            unit: 'short',
          },
          [['rate(process_cpu_seconds_total{job="fifteen"}[$__rate_interval])', '{{service}} {{instance}}']],
        ),
        graphPanel({ title: 'Memory', about: 'Resident memory of each process.', unit: 'bytes' }, [
          ['process_resident_memory_bytes{job="fifteen"}', '{{service}} {{instance}}'],
        ]),
        graphPanel({ title: 'Event loop', about: 'Event loop delay, 99th percentile.', unit: 's' }, [
          ['nodejs_eventloop_delay_p99{job="fifteen"}', '{{service}} {{instance}}'],
        ]),
      ],
    ],
    [
      'Databases',
      [
        graphPanel(
          {
            title: 'Pool connections',
            about: 'Connections in use, over all replicas of a service.',
            unit: 'short',
          },
          [['sum by (service) (fifteen_pg_pool_connections{state="used"})', '{{service}}']],
          true,
        ),
        graphPanel(
          {
            title: 'Pool waits',
            about: 'Requests that wait for a connection. After 5 s a request is rejected.',
            unit: 'short',
          },
          [['sum by (service) (fifteen_pg_pool_connections{state="waiting"})', '{{service}}']],
          true,
        ),
        graphPanel({ title: 'SQL duration', about: '99th percentile by service.', unit: 's' }, [
          [
            'histogram_quantile(0.99, sum by (le, service) (rate(fifteen_sql_duration_seconds_bucket[$__rate_interval])))',
            '{{service}}',
          ],
        ]),
        graphPanel(
          {
            title: 'Largest tables',
            about: 'Sizes with indexes. One that outgrows docs/retention.md has a job that does not delete.',
            unit: 'bytes',
            columns: 24,
          },
          [['topk(10, max by (service, table) (fifteen_table_bytes))', '{{service}} {{table}}']],
        ),
      ],
    ],
    [
      'Event delivery',
      [
        graphPanel(
          {
            title: 'Pending events',
            about: 'Committed events that are not published yet.',
            unit: 'short',
            columns: 12,
          },
          [['max by (service) (fifteen_outbox_pending_events)', '{{service}}']],
          true,
        ),
        graphPanel(
          {
            title: 'Oldest pending event',
            about: 'Above a minute, NATS is unavailable or rejects an event.',
            unit: 's',
            columns: 12,
          },
          [['max by (service) (fifteen_outbox_oldest_event_age_seconds)', '{{service}}']],
        ),
      ],
    ],
  ],
);
