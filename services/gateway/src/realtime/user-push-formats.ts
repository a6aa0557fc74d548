import type { ServerMessage } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import type { PushBody } from '@fifteen/runtime';
import type { ProfileLookup } from '../translation/player.ts';

type PushValue<C extends PushBody['$case']> = Extract<PushBody, { $case: C }>['value'];

/** How a push to a user becomes messages to their sockets. */
interface UserPushFormat<V> {
  /** The players whose profiles the messages show. */
  playerIds?: (value: V) => UserId[];
  /** Identifies a push that its sender may repeat: only the first one is sent. */
  idOf?: (value: V) => string;
  messages: (value: V, userId: UserId, profileOf: ProfileLookup) => ServerMessage[];
}

/** Pushes to users that are messages to all of their sockets. */
type FormattedPush =
  | 'invitation'
  | 'rematch'
  | 'friendRequest'
  | 'friendsChanged'
  | 'presence'
  | 'message'
  | 'gift'
  | 'balance'
  | 'reward'
  | 'levelUp'
  | 'achievement';

/** One format for each push; every feature exports those of its own pushes. */
export type UserPushFormats = { readonly [C in FormattedPush]: UserPushFormat<PushValue<C>> };

/** Returns the format of a push; undefined where a push is no message to its user. */
export function formatOf(
  formats: UserPushFormats,
  { $case }: PushBody,
): UserPushFormat<PushBody['value']> | undefined {
  // The compiler cannot follow that a push and its format have the same case.
  return Object.hasOwn(formats, $case)
    ? (formats[$case as FormattedPush] as UserPushFormat<PushBody['value']>)
    : undefined;
}
