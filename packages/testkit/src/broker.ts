import { serviceNames, type ServiceName } from './services.ts';

/** What a service does with the broker. */
interface Part {
  /** Tells facts of its own: owns the stream of its name. */
  readonly tells?: true;
  /** Consumes the facts of these, from their streams. */
  readonly hears?: readonly ServiceName[];
  /** Hears these facts only while it runs: `<service>.<fact>`. */
  readonly watches?: readonly string[];
  /** Pushes to people, or to rooms too. */
  readonly pushes: readonly ('user' | 'room')[];
  /** Hears what is pushed to people and rooms. */
  readonly hearsPushes?: true;
}

/** Who says what to whom over the broker. Everything else is refused by the broker itself. */
export const brokerGraph: Readonly<Record<ServiceName, Part>> = {
  identity: { tells: true, pushes: ['user'] },
  economy: { tells: true, hears: ['identity'], pushes: ['user'] },
  game: { tells: true, pushes: ['user', 'room'] },
  room: { hears: ['game', 'identity'], pushes: ['user', 'room'] },
  matchmaking: { pushes: ['user'] },
  social: { hears: ['identity'], pushes: ['user'] },
  leaderboard: { tells: true, hears: ['game', 'identity'], pushes: ['user'] },
  gateway: {
    watches: [
      'identity.user_changed',
      'identity.user_deleted',
      'economy.looks_changed',
      'leaderboard.record_changed',
    ],
    pushes: ['user', 'room'],
    hearsPushes: true,
  },
};

/** The user of the broker that may do everything: whoever looks after it, and tests. */
export const OPERATOR = 'operator';

/** Subjects, as the broker is told of them. */
type Subjects = { readonly allow: readonly string[] } | { readonly deny: readonly string[] };

/** Subjects that a service may publish to and subscribe to. */
interface Permissions {
  readonly publish: Subjects;
  readonly subscribe: Subjects;
}

/** These and no others. An empty list would not do: the broker takes it for no list, and allows everything. */
const only = (allow: readonly string[]): Subjects => (allow.length > 0 ? { allow } : { deny: ['>'] });

/** What the broker allows a service, among subjects and streams with this prefix (`NAMESPACE`; may be empty). */
function permissionsOf(service: ServiceName, namespace: string): Permissions {
  const { tells, hears = [], watches = [], pushes, hearsPushes } = brokerGraph[service];
  const prefix = namespace ? `${namespace}.` : '';
  const stream = (owner: string) => `${prefix}${owner}`.replaceAll('.', '_').toUpperCase();
  // Whoever tells facts and whoever takes them makes the stream where it is missing: neither waits for the other.
  const streams = (owner: string) =>
    ['INFO', 'CREATE'].map((act) => `$JS.API.STREAM.${act}.${stream(owner)}`);
  const consumer = (owner: string) => {
    const mine = `${stream(owner)}.${service}`;
    const acts = ['INFO', 'CREATE', 'MSG.NEXT'].map((act) => `$JS.API.CONSUMER.${act}.${mine}`);
    return [...streams(owner), ...acts, `$JS.ACK.${mine}.>`];
  };
  return {
    publish: only([
      ...(tells ? [`${prefix}${service}.*`, ...streams(service)] : []),
      ...hears.flatMap(consumer),
      ...pushes.map((kind) => `${prefix}push.${kind}.*`),
    ]),
    subscribe: only([
      // Answers to its own questions: nobody reads those of others.
      `_INBOX.${service}.>`,
      ...watches.map((fact) => `${prefix}${fact}`),
      ...(hearsPushes ? [`${prefix}push.*.*`] : []),
    ]),
  };
}

/**
 * The part of a `nats.conf` that says who may come and what each may do. `password` answers a user's as the file has it:
 * a string in quotes, or `$VARIABLE` of the server's environment.
 */
export function authorization(namespace: string, password: (user: string) => string): string {
  const services = serviceNames.map((service) => {
    const permissions = JSON.stringify(permissionsOf(service, namespace));
    return `    { user: ${service}, password: ${password(service)}, permissions: ${permissions} }`;
  });
  const operator = `    { user: ${OPERATOR}, password: ${password(OPERATOR)} }`;
  return `authorization {\n  users: [\n${[operator, ...services].join('\n')}\n  ]\n}\n`;
}

/** The address of a broker with somebody's name and password in it. */
export function withCredentials(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = password;
  return address.href;
}

/** The same for a cluster, with passwords from the server's environment: `NATS_PASSWORD_GAME`. */
export const authorizationFile = (): string =>
  `# Written by scripts/nats-authorization.ts: who may do what in the broker. The passwords come from the server's
# environment; each must begin with a letter, because the file is read after they are put in.
${authorization('', (user) => `$NATS_PASSWORD_${user.toUpperCase()}`)}`;
