import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrograms, startStack, type Stack } from '@fifteen/testkit/stack';
import { serviceNames } from '@fifteen/topology';
import { saveRunningProduct } from '../lib/running-product.ts';
import { root } from '../lib/root.ts';
import { ensureWebApp } from '../lib/web-app.ts';
import { browserTally, type Tally } from './report.ts';
import { runner } from './runner.ts';

const playwright = join(root, 'node_modules/@playwright/test/cli.js');

/**
 * Finds or installs Debian's headless Chromium and fonts, otherwise downloads Playwright's browser. Fonts decide which
 * texts fit their place.
 */
function ensureBrowser(): void {
  if (process.env.CHROMIUM) return;
  try {
    ensurePrograms(['chromium-headless-shell', 'NotoSans-Regular.ttf', 'NotoColorEmoji.ttf'], console.log);
  } catch (error) {
    const install = [playwright, 'install', '--only-shell', 'chromium'];
    if (spawnSync(process.execPath, install, { stdio: 'inherit' }).status !== 0) throw error;
  }
}

/** A product for browser tests. */
export interface Product {
  /** Runs Playwright with these arguments against the product. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Tally>;
  stop(): Promise<void>;
}

/**
 * Starts the whole product with data of its own, beside other running products. `dir` takes its note and the reports.
 */
export async function startProduct(dir: string): Promise<Product> {
  ensureBrowser();
  await ensureWebApp(console.log);
  const stack = await startStack();
  const note = join(dir, 'stack.json');
  const report = join(dir, 'browsers.json');
  saveRunningProduct(stack, note);
  const productEnv = {
    ...{ BASE_URL: stack.url, MAIL_URL: stack.mailUrl, STACK_NOTE: note, ...stack.adminEnv },
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  return {
    async run(args, env = {}) {
      const code = await runner([playwright, 'test', ...args], {
        cwd: join(root, 'web'),
        env: { ...productEnv, ...env },
      });
      if (code !== 0) keepLogs(stack);
      return browserTally(code, report);
    },
    stop: stack.stop,
  };
}

/** Keeps what the services logged last beside Playwright's results: the product's files are deleted when it stops. */
function keepLogs(stack: Stack): void {
  const dir = join(root, 'web', 'test-results', 'log');
  mkdirSync(dir, { recursive: true });
  for (const { name, output } of serviceNames.flatMap((service) => stack.service(service)))
    writeFileSync(join(dir, `${name}.log`), output);
}
