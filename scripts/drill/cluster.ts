import { serviceNames } from '@fifteen/topology';
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { RESTART_MS, type Target } from './target.ts';

const POLL_INTERVAL_MS = 500;
const POD_LABELS = 'app.kubernetes.io/name=fifteen,app.kubernetes.io/component';

/** The fields of a pod that this module reads. */
interface Pod {
  readonly metadata: { readonly name: string; readonly uid: string; readonly labels: Record<string, string> };
  readonly status: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

/** Returns the product in a namespace of a cluster. Failures are injected with kubectl; players connect to `url`. */
export function cluster(namespace: string, url: string): Target {
  const kubectl = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('kubectl', ['--namespace', namespace, ...args])).stdout;
  const podsOf = async (component: string): Promise<readonly Pod[]> => {
    const selector = `${POD_LABELS}=${component}`;
    const found = await kubectl('get', 'pods', '--selector', selector, '--output', 'json');
    return (JSON.parse(found) as { items: Pod[] }).items;
  };
  const inside = (pod: string, ...command: string[]) => kubectl('exec', pod, '--', ...command);
  /** Sends a signal to all processes of the pod but its init, which is process 1. */
  const signalTo = (pod: string, signal: string) => inside(pod, 'sh', '-c', `kill -${signal} -1`);
  const admin = async (...args: string[]): Promise<string> => {
    const [pod] = await podsOf('admin');
    if (!pod) throw new Error(`There are no operators' tools in ${namespace} (operators.enabled)`);
    return inside(pod.metadata.name, 'node', 'scripts/admin.ts', ...args);
  };

  return {
    urls: [url],
    processesOf: async (name) => {
      const pods = (await podsOf(name)).filter(isReady).map(({ metadata }) => metadata.name);
      if (pods.length === 0) throw new Error(`No pod of "${name}" is ready in ${namespace}`);
      return pods;
    },
    stop: async (name, signal) => {
      const component = await componentOf(name);
      const before = await podsOf(component);
      if (signal === 'TERM') await kubectl('delete', 'pod', name, '--wait=false');
      else if (isService(component)) await signalTo(name, 'KILL').catch(ignoreKilled);
      else await kubectl('delete', 'pod', name, '--grace-period=0', '--force');
      const ended = before.filter(({ metadata }) => metadata.name === name).map(startOf);
      for (const until = Date.now() + RESTART_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS)) {
        const now = (await podsOf(component)).filter((pod) => isReady(pod) && !ended.includes(startOf(pod)));
        if (now.length >= before.filter(isReady).length) return;
      }
      throw new Error(`${name} has not been replaced`);
    },
    suspend: async (name, ms) => {
      if (!isService(await componentOf(name))) throw new Error('On a cluster only services can be halted');
      await signalTo(name, 'STOP');
      await sleep(ms);
      await signalTo(name, 'CONT');
    },
    credit: async (userId, amount) => {
      const order = { user: userId, amount: String(amount), reference: `drill-${userId}` };
      await admin('coins', 'grant', ...Object.entries(order).flatMap(([key, value]) => [`--${key}`, value]));
    },
    auditLedger: () =>
      admin('ledger', 'check').then(printResult(true), (error: { stdout?: string }) => {
        if (!error.stdout) throw error;
        return printResult(false)(error.stdout);
      }),
    close: () => Promise.resolve(),
  };

  async function componentOf(name: string): Promise<string> {
    const pod = JSON.parse(await kubectl('get', 'pod', name, '--output', 'json')) as Pod;
    return pod.metadata.labels['app.kubernetes.io/component'] ?? '';
  }
}

const isService = (component: string): boolean => (serviceNames as readonly string[]).includes(component);

const isReady = ({ status }: Pod): boolean =>
  status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;

/** Identifies one start of a pod's container. */
const startOf = ({ metadata, status }: Pod): string =>
  `${metadata.uid}/${status.containerStatuses?.[0]?.restartCount ?? 0}`;

/** Ignores the error of a command that was killed with its container. */
function ignoreKilled(error: { code?: number }): void {
  if (error.code !== 137) throw error;
}

const printResult =
  (right: boolean) =>
  (text: string): boolean => {
    process.stdout.write(text);
    return right;
  };
