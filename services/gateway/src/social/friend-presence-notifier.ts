import { isAppError, type Log, type Pusher } from '@fifteen/runtime';
import type { FriendList } from './friend-list.ts';

/** Comings and goings that are told at once; when more come, as after an outage, nobody is told of the others. */
const AT_ONCE = 20;

/** Tells the friends of a user, as far as they are online, that the user came or went. */
export class FriendPresenceNotifier {
  readonly #deps: { friendList: FriendList; push: Pusher; log: Log };
  #underWay = 0;

  constructor(deps: { friendList: FriendList; push: Pusher; log: Log }) {
    this.#deps = deps;
  }

  /** Never throws: the list of friends says it as well. */
  async notify(userId: string, since?: Date): Promise<void> {
    if (this.#underWay >= AT_ONCE) return;
    const { friendList, push, log } = this.#deps;
    const value = { roomId: '', userId, online: !since, since };
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
