import { withInspector } from './inspector.ts';

/** The parts of a heap snapshot of V8 that are read. */
interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[] } };
  /** Fields of all objects, one after the other. */
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

/** Characters of a name that are kept: the name of a string is the string. */
const NAME_LENGTH = 60;

/** Returns the bytes of the live objects of a process, by class. */
export function readHeap(pid: number): Promise<Map<string, number>> {
  return withInspector(pid, async (inspect, listen) => {
    const chunks: string[] = [];
    listen<{ chunk: string }>('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await inspect('HeapProfiler.enable');
    await inspect('HeapProfiler.takeHeapSnapshot');
    return bytesByClass(JSON.parse(chunks.join('')) as Snapshot);
  });
}

function bytesByClass({ snapshot, nodes, strings }: Snapshot): Map<string, number> {
  const { node_fields: fields } = snapshot.meta;
  const [name, size] = [fields.indexOf('name'), fields.indexOf('self_size')];
  const bytes = new Map<string, number>();
  for (let node = 0; node < nodes.length; node += fields.length) {
    const label = (strings[nodes[node + name] ?? 0] ?? '').slice(0, NAME_LENGTH);
    bytes.set(label, (bytes.get(label) ?? 0) + (nodes[node + size] ?? 0));
  }
  return bytes;
}
