import { serviceNames, services, type ServiceName } from './services.ts';

/** The user of NATS without restrictions: for operators and tests. */
export const NATS_OPERATOR = 'operator';

/** Subjects in the syntax of `nats.conf`. */
type Subjects = { readonly allow: readonly string[] } | { readonly deny: readonly string[] };

/** Subjects that a service may publish to and subscribe to. */
interface Permissions {
  readonly publish: Subjects;
  readonly subscribe: Subjects;
}

/** Allows these subjects and no others. NATS takes an empty `allow` for a missing one and allows everything. */
const allowOnly = (allow: readonly string[]): Subjects => (allow.length > 0 ? { allow } : { deny: ['>'] });

/** Returns what NATS allows a service, among subjects and streams with this prefix (`NAMESPACE`; may be empty). */
function permissionsOf(service: ServiceName, namespace: string): Permissions {
  const { events, consumes = {}, subscribes = [], pushTargets = [], receivesPushes } = services[service];
  const prefix = namespace ? `${namespace}.` : '';
  const stream = (owner: string) => `${prefix}${owner}`.replaceAll('.', '_').toUpperCase();
  // Publishers and consumers both create a stream that is missing, so neither waits for the other.
  const streamRequests = (owner: string) =>
    ['INFO', 'CREATE'].map((request) => `$JS.API.STREAM.${request}.${stream(owner)}`);
  const consumer = (owner: string) => {
    const name = `${stream(owner)}.${service}`;
    const requests = ['INFO', 'CREATE', 'MSG.NEXT'].map((request) => `$JS.API.CONSUMER.${request}.${name}`);
    return [...streamRequests(owner), ...requests, `$JS.ACK.${name}.>`];
  };
  return {
    publish: allowOnly([
      ...(events ? [`${prefix}${service}.*`, ...streamRequests(service)] : []),
      ...Object.keys(consumes).flatMap(consumer),
      ...pushTargets.map((target) => `${prefix}push.${target}.*`),
    ]),
    subscribe: allowOnly([
      // Responses to its own requests. No service receives those of another.
      `_INBOX.${service}.>`,
      ...subscribes.map((subject) => `${prefix}${subject}`),
      ...(receivesPushes ? [`${prefix}push.*.*`] : []),
    ]),
  };
}

/**
 * Returns the part of a `nats.conf` with the users and their permissions. `password` returns a user's password in the
 * syntax of that file: a string in quotes, or `$VARIABLE` of the server's environment.
 */
export function natsAuthorization(namespace: string, password: (user: string) => string): string {
  const users = serviceNames.map((service) => {
    const permissions = JSON.stringify(permissionsOf(service, namespace));
    return `    { user: ${service}, password: ${password(service)}, permissions: ${permissions} }`;
  });
  const operator = `    { user: ${NATS_OPERATOR}, password: ${password(NATS_OPERATOR)} }`;
  return `authorization {\n  users: [\n${[operator, ...users].join('\n')}\n  ]\n}\n`;
}
