import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { ruleFiles } from './sources.ts';

/** Addresses to scrape, with their services. */
type Targets = readonly { readonly url: string; readonly service: string }[];

interface QueryResponse {
  readonly status: string;
  readonly error?: string;
  readonly data: { readonly result: readonly unknown[] };
}

/** A real Prometheus with the rules of the chart, which scrapes every second. */
export class PrometheusServer {
  readonly #dir = mkdtempSync(join(tmpdir(), 'fifteen-prometheus-'));
  #process: ChildProcess | undefined;
  #url = '';

  async start(targets: Targets): Promise<void> {
    mkdirSync(join(this.#dir, 'rules'));
    for (const file of ruleFiles)
      writeFileSync(
        join(this.#dir, 'rules', basename(file)),
        readFileSync(file, 'utf8').replaceAll(/^ {4}interval: \w+$/gm, '    interval: 1s'),
      );
    writeFileSync(join(this.#dir, 'prometheus.yml'), stringify(configuration(targets)));
    this.#process = spawn(
      'prometheus',
      [
        `--config.file=${this.#dir}/prometheus.yml`,
        `--storage.tsdb.path=${this.#dir}/data`,
        '--web.listen-address=127.0.0.1:0',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#url = `http://${await this.#address(this.#process)}`;
  }

  async stop(): Promise<void> {
    const exited = new Promise((resolve) => this.#process?.once('exit', resolve));
    this.#process?.kill();
    await exited;
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** Runs an instant query. @throws Error for an invalid expression */
  async query(expr: string): Promise<readonly unknown[]> {
    const { status, error, data } = (await this.#get(
      `query?query=${encodeURIComponent(expr)}`,
    )) as QueryResponse;
    if (status !== 'success') throw new Error(`${expr}: ${error}`);
    return data.result;
  }

  /** Returns the rules that cannot be evaluated, with their errors. */
  async brokenRules(): Promise<readonly string[]> {
    const { data } = (await this.#get('rules')) as {
      data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
    };
    return data.groups
      .flatMap(({ rules }) => rules)
      .filter(({ health }) => health === 'err')
      .map(({ name, lastError }) => `${name}: ${lastError}`);
  }

  async #get(path: string): Promise<unknown> {
    return (await fetch(`${this.#url}/api/v1/${path}`)).json();
  }

  async #address(process: ChildProcess): Promise<string> {
    let output = '';
    return new Promise((resolve, reject) => {
      process.stderr?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const [, address] = /msg="Listening on" address=(\S+)/.exec(output) ?? [];
        if (address) resolve(address);
      });
      process.once('exit', () => reject(new Error(`Prometheus did not start:\n${output}`)));
    });
  }
}

const configuration = (targets: Targets) => ({
  global: { scrape_interval: '1s', evaluation_interval: '1s' },
  rule_files: ['rules/*.yaml'],
  scrape_configs: [
    {
      job_name: 'fifteen',
      static_configs: targets.map(({ url, service }) => ({
        targets: [new URL(url).host],
        labels: { service },
      })),
    },
  ],
});
