import { calls, ClientMessage, type Call } from '@fifteen/contract';
import { callersOf, serviceNames, services, type Caller } from '@fifteen/topology';
import { outcomeFor, SENDERS, STAGES, type Sender } from '../../services/gateway/test/rights/messages.ts';
import { RIGHTS, ROLES, type Row } from '../../services/gateway/test/rights/table.ts';
import { table } from '../topology/replace.ts';
import { acceptedCallers } from './rpc-callers.ts';

const INTRODUCTION = `# Rights

Who may use which call, message and RPC. \`npm run api-docs\` writes this page, and tests execute each cell against the
product: \`services/gateway/test/rights\`, \`services/gateway/test/permissions.test.ts\`, \`test/rpc-rights.test.ts\`.
\`make types\` names an operation without a row. Add it to \`services/gateway/test/rights/table.ts\`,
\`services/gateway/src/realtime/permissions.ts\` or the methods of its service.
`;

const HTTP = `
## Calls

The rows describe one scene. The owner has a private room and plays in it against the opponent, with a spectator; a friend
is invited, and another player is blocked. A call that names a user, a room or another thing names the owner's. Guests are
\`guest\`, \`unverified\`, \`opponent\` and \`spectator\`; the others are registered.

- \`unverified\`: a guest with a registration whose address is not confirmed.
- \`none\`: a request without a session. A registration alone gives none: the login waits for the code. The
  gateway accepts no token of a service or an operator, in no header and no cookie. No call is for operators: they use
  RPCs.

What a cell says:

- ✓: success. ·: success that leaves everything of the owner as it was. Otherwise: the code of the error.
- INSUFFICIENT_COINS, TOO_EXPENSIVE, NOT_OWNED, USERNAME_TAKEN, INVALID_CODE, INVALID_CREDENTIALS: the caller may use the
  call, and the request of the test is one that changes nothing.
`;

const MESSAGES = `
## Messages of the socket

By the sender's relation to the room, and the stage of the room where it matters: before its first game, during a game,
after one. \`blocked\` is a user with a block, in either direction, with a player of the room. Guests and registered players
have the same rights. Without a session there is no socket: the upgrade gets 401. Before authentication, only \`auth\` is
served. The test of \`play_again_response\` sends an unknown id; the call \`POST /api/play-again/respond\` has the
row of a known one.
`;

const RPCS = `
## RPCs

The services that may call each RPC. All others get FORBIDDEN, and callers without a known token UNAUTHORIZED. \`admin\` is
the operators' command line. \`OutboxService.Replay\`, which every service with events serves beside its own RPCs, is for
\`admin\` only.
`;

const outcomeText = (outcome: string): string =>
  outcome === 'ok' || outcome === 'allowed' ? '✓' : outcome === 'no effect' ? '·' : outcome;

/** Returns a table for each group of calls. */
function groupTables(): string[] {
  return Object.entries(calls).flatMap(([group, its]) => {
    const rows = RIGHTS[group as keyof typeof RIGHTS] as Readonly<Record<string, Row>>;
    return [
      ...['', `### ${group}`, ''],
      ...table(
        ['call', 'none', ...ROLES.slice(1)],
        Object.entries<Call>(its).map(([name, { method, path }]) => {
          const row = rows[name];
          if (!row) throw new Error(`no row for ${group}.${name}`);
          return [`\`${method} ${path}\``, ...ROLES.map((role) => outcomeText(row[role]))];
        }),
      ),
    ];
  });
}

function messageTable(): string[] {
  const types = ClientMessage.options.map(({ shape }) => shape.type.value);
  const cell = (type: (typeof types)[number], sender: Sender): string => {
    const outcomes = STAGES.map((stage) => outcomeText(outcomeFor(type, sender, stage)));
    return new Set(outcomes).size === 1 ? (outcomes[0] ?? '') : outcomes.join(', ');
  };
  return table(
    ['message', ...SENDERS],
    types.map((type) => [`\`${type}\``, ...SENDERS.map((sender) => cell(type, sender))]),
  );
}

async function rpcTables(): Promise<string[]> {
  const servers = serviceNames.filter((name) => services[name].serves === 'grpc');
  const tables = servers.map(async (service) => {
    const callers: readonly Caller[] = callersOf(service);
    const accepted = await acceptedCallers(service);
    return [
      ...['', `### ${service}`, ''],
      ...table(
        ['RPC', ...callers],
        [...accepted].map(([rpc, allowed]) => [
          `\`${rpc}\``,
          ...callers.map((caller) => (allowed.includes(caller) ? '✓' : '')),
        ]),
      ),
    ];
  });
  return (await Promise.all(tables)).flat();
}

/** Returns the page with the permissions of all operations. */
export async function rights(): Promise<string> {
  const sections = [
    INTRODUCTION,
    HTTP,
    ...groupTables(),
    MESSAGES,
    ...messageTable(),
    RPCS,
    ...(await rpcTables()),
  ];
  return sections.join('\n');
}
