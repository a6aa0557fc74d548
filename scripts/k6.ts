import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureProgram, k6 as program } from './lib/go-program.ts';
import { readRunningProduct } from './lib/running-product.ts';

const scenarios = fileURLToPath(new URL('../deploy/k6', import.meta.url));
const names = globSync('*.ts', { cwd: scenarios }).map((file) => basename(file, '.ts'));

const HELP = `Runs a load scenario against the product that runs in this checkout (make run), or the site that BASE_URL names.

  npm run k6 -- SCENARIO [arguments of k6 run]

SCENARIO is one of ${names.sort().join(', ')}.
What can be set by environment variables is in docs/load-tests.md.`;

/** Returns the addresses of the running product and its operators' secret, or nothing if BASE_URL names another site. */
function siteEnv(): Record<string, string> {
  if (process.env['BASE_URL']) return {};
  const { urls, adminEnv } = readRunningProduct();
  const economy = adminEnv['ECONOMY_ADDR']?.replace(/^ipv4:/, '').split(',')[0] ?? '';
  return { BASE_URL: urls.join(','), ECONOMY_ADDR: economy, RPC_TOKEN: adminEnv['RPC_TOKEN'] ?? '' };
}

function main([scenario = '', ...args]: string[]): void {
  const script = join(scenarios, `${scenario}.ts`);
  if (!existsSync(script)) {
    console.log(HELP);
    process.exitCode = scenario === '--help' ? 0 : 2;
    return;
  }
  const env = { ...process.env, ...siteEnv() };
  const k6 = spawn(ensureProgram(program, console.log), ['run', ...args, script], { stdio: 'inherit', env });
  // Ctrl-C also reaches k6, which ends its scenario gracefully.
  process.on('SIGINT', () => undefined);
  k6.once('exit', (code) => (process.exitCode = code ?? 1));
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
