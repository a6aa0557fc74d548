import { dashboard, figure, graph } from './panels.ts';

/** All processes beside each other: which is down, starts again, is busy, late, or waits. */
export const infrastructure = dashboard(
  'infrastructure',
  'Infrastructure',
  'Processes and what they stand on.',
  [
    [
      'Alive?',
      [
        figure(
          {
            title: 'Replicas',
            about: 'Processes of each service that answer the scraper.',
            unit: 'short',
            columns: 24,
          },
          [['sum by (service) (up{job="fifteen"})', '{{service}}']],
          [
            [0, 'red'],
            [1, 'green'],
          ],
        ),
        graph(
          {
            title: 'Starts',
            about: 'Of the same process within 15 minutes. Each is a restart.',
            unit: 'short',
          },
          [['sum by (service) (changes(process_start_time_seconds[15m]))', '{{service}}']],
          true,
        ),
        graph(
          { title: 'Versions', about: 'Two of them: a release is on its way.', unit: 'short' },
          [['count by (service, version) (fifteen_build_info)', '{{service}} {{version}}']],
          true,
        ),
        graph(
          {
            title: 'Dependencies',
            about: 'Share of a service’s processes that reach it. Below 1: a network, or one process.',
            unit: 'percentunit',
          },
          [['avg by (service, dependency) (fifteen_dependency_up)', '{{service}} → {{dependency}}']],
        ),
      ],
    ],
    [
      'Busy?',
      [
        graph(
          { title: 'CPU', about: 'Cores used by each process. Near 1 it is at its end.', unit: 'short' },
          [['rate(process_cpu_seconds_total[$__rate_interval])', '{{service}} {{instance}}']],
        ),
        graph({ title: 'Memory', about: 'Resident memory of each process.', unit: 'bytes' }, [
          ['process_resident_memory_bytes', '{{service}} {{instance}}'],
        ]),
        graph({ title: 'Event loop', about: 'How late timers come, 99th percentile.', unit: 's' }, [
          ['nodejs_eventloop_delay_p99', '{{service}} {{instance}}'],
        ]),
      ],
    ],
    [
      'Databases',
      [
        graph(
          { title: 'Pools', about: 'Connections in use, of all processes of a service.', unit: 'short' },
          [['sum by (service) (fifteen_pg_pool_connections{state="used"})', '{{service}}']],
          true,
        ),
        graph(
          {
            title: 'Waiting for a connection',
            about: 'Should be 0. After 5 s of waiting a request is refused.',
            unit: 'short',
          },
          [['sum by (service) (fifteen_pg_pool_connections{state="waiting"})', '{{service}}']],
          true,
        ),
        graph({ title: 'SQL takes', about: '99th percentile, by service.', unit: 's' }, [
          [
            'histogram_quantile(0.99, sum by (le, service) (rate(fifteen_sql_duration_seconds_bucket[$__rate_interval])))',
            '{{service}}',
          ],
        ]),
      ],
    ],
    [
      'Facts on their way',
      [
        graph(
          {
            title: 'In outboxes',
            about: 'Facts that were committed and are not told yet.',
            unit: 'short',
            columns: 12,
          },
          [['max by (service) (fifteen_outbox_pending_events)', '{{service}}']],
          true,
        ),
        graph(
          {
            title: 'The oldest of them',
            about: 'Above a minute NATS is away, or refuses one.',
            unit: 's',
            columns: 12,
          },
          [['max by (service) (fifteen_outbox_oldest_event_age_seconds)', '{{service}}']],
        ),
      ],
    ],
  ],
);
