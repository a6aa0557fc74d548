import type { UserId } from '@fifteen/domain';
import type { PresencePush } from '@fifteen/proto/events';
import { isAppError, type Log, type Pusher } from '@fifteen/runtime';
import type { FriendList } from './friend-list.ts';

/** Concurrent notifications; beyond them, as after an outage, changes are not sent. */
const MAX_CONCURRENT = 20;

/** Notifies the online friends of a user when the user comes online or goes offline. */
export class FriendPresenceNotifier {
  readonly #deps: { friendList: FriendList; push: Pusher; log: Log };
  #underWay = 0;

  constructor(deps: { friendList: FriendList; push: Pusher; log: Log }) {
    this.#deps = deps;
  }

  /** Never throws: after a failure, friends see the presence with their next list of friends. */
  async notify(userId: UserId, since?: Date): Promise<void> {
    if (this.#underWay >= MAX_CONCURRENT) return;
    const { friendList, push, log } = this.#deps;
    const value: PresencePush = { roomId: '', userId, online: !since, since };
    this.#underWay += 1;
    try {
      for (const friend of await friendList.online(userId))
        push.toUser(friend.userId, { $case: 'presence', value });
    } catch (error) {
      if (!isAppError(error)) log.error({ err: error, userId }, 'notifying friends failed');
    } finally {
      this.#underWay -= 1;
    }
  }
}
