import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { infrastructure } from './infrastructure.ts';
import { money } from './money.ts';
import { playerExperience } from './player-experience.ts';
import { service } from './service.ts';

/** Folder of the dashboards for Grafana: in the chart, which can only include files of its own folder. */
export const folder = fileURLToPath(new URL('../../../charts/fifteen/files/dashboards/', import.meta.url));

/** Returns the content of each file by name. */
export function files(): Record<string, string> {
  const all: Record<string, DashboardBuilder> = {
    'player-experience.json': playerExperience,
    'service.json': service,
    'money.json': money,
    'infrastructure.json': infrastructure,
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, one]) => [name, `${JSON.stringify(one.build(), null, 2)}\n`]),
  );
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files())) writeFileSync(folder + name, content);
}
