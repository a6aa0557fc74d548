import type { ServiceDescription } from '@fifteen/runtime';
import type { ServiceName } from '@fifteen/topology';

/** Returns the callers that a service accepts for each RPC, by the RPC's name in the proto. */
export async function acceptedCallers(service: ServiceName): Promise<Map<string, readonly string[]>> {
  const { methods } = (await import(`../../services/${service}/src/rpc/index.ts`)) as {
    methods: Record<string, { callers: readonly string[] }>;
  };
  return new Map(
    Object.entries(methods).map(([name, { callers }]) => [
      name.replace(/^./, (letter) => letter.toUpperCase()),
      callers.toSorted(),
    ]),
  );
}

/** Returns the description of a service's RPCs. */
export async function descriptionOf(service: ServiceName): Promise<ServiceDescription> {
  const name = `${service.replace(/^./, (letter) => letter.toUpperCase())}ServiceDefinition`;
  const module = (await import(`@fifteen/proto/${service}`)) as Record<string, ServiceDescription>;
  const description = module[name];
  if (!description) throw new Error(`@fifteen/proto/${service} has no ${name}`);
  return description;
}
