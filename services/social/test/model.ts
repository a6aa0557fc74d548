/**
 * The rules of friends, blocks and chat as plain data, independent of the service. Every command returns `ok` or the code
 * of its error.
 */

interface FriendRequest {
  by: string;
  of: string;
  status: 'pending' | 'accepted' | 'rejected' | 'lapsed';
}

interface Message {
  by: string;
  to: string;
  text: string;
}

const both = (one: string, other: string): string => [one, other].toSorted().join(' ');

export class Model {
  readonly #friends = new Set<string>();
  /** Blocks, the newest last. */
  readonly #blocks: { by: string; of: string }[] = [];
  readonly #requests: FriendRequest[] = [];
  readonly #messages: Message[] = [];
  readonly #unread = new Map<string, number>();
  readonly #gone = new Set<string>();

  ask(by: string, of: string): string {
    if (by === of) return 'NOT_YOURSELF';
    if (this.#gone.has(by) || this.#gone.has(of)) return 'USER_NOT_FOUND';
    if (this.blocks(by, of)) return 'BLOCKED_BY_YOU';
    if (this.blocks(of, by)) return 'BLOCKED';
    if (this.areFriends(by, of)) return 'ALREADY_FRIENDS';
    const last = this.#last(by, of);
    if (last?.status === 'pending' && last.by === of) return this.#befriend(last);
    if (this.hasSent(by, of)) return 'REQUEST_EXISTS';
    this.#requests.push({ by, of, status: 'pending' });
    return 'ok';
  }

  /** Answers the last request between two. */
  answer(user: string, other: string, accept: boolean): string {
    const last = this.#last(user, other);
    if (!last || last.of !== user || last.status === 'lapsed') return 'REQUEST_NOT_FOUND';
    if (last.status !== 'pending')
      return last.status === (accept ? 'accepted' : 'rejected') ? 'ok' : 'ALREADY_ANSWERED';
    if (accept) return this.#befriend(last);
    last.status = 'rejected';
    return 'ok';
  }

  remove(user: string, other: string): string {
    if (user === other) return 'NOT_YOURSELF';
    this.#friends.delete(both(user, other));
    return 'ok';
  }

  block(by: string, of: string): string {
    if (by === of) return 'NOT_YOURSELF';
    if (this.#gone.has(by) || this.#gone.has(of)) return 'USER_NOT_FOUND';
    if (!this.blocks(by, of)) this.#blocks.push({ by, of });
    this.#friends.delete(both(by, of));
    const last = this.#last(by, of);
    if (last?.status === 'pending') last.status = 'lapsed';
    return 'ok';
  }

  unblock(by: string, of: string): string {
    if (by === of) return 'NOT_YOURSELF';
    const index = this.#blocks.findIndex((one) => one.by === by && one.of === of);
    if (index >= 0) this.#blocks.splice(index, 1);
    return 'ok';
  }

  write(by: string, to: string, text: string): string {
    if (by === to) return 'NOT_YOURSELF';
    if (this.blocks(by, to)) return 'BLOCKED_BY_YOU';
    if (this.blocks(to, by)) return 'BLOCKED';
    if (!this.areFriends(by, to)) return 'NOT_FRIENDS';
    this.#messages.push({ by, to, text });
    this.#unread.set(`${to} ${by}`, this.unread(to, by) + 1);
    return 'ok';
  }

  read(user: string, other: string): string {
    if (user === other) return 'NOT_YOURSELF';
    this.#unread.delete(`${user} ${other}`);
    return 'ok';
  }

  /** Deletes the user. */
  leave(user: string): void {
    this.#gone.add(user);
    const about = (...users: string[]) => users.includes(user);
    for (const pair of this.#friends) if (about(...pair.split(' '))) this.#friends.delete(pair);
    for (const pair of this.#unread.keys()) if (about(...pair.split(' '))) this.#unread.delete(pair);
    drop(this.#blocks, ({ by, of }) => about(by, of));
    drop(this.#requests, ({ by, of }) => about(by, of));
    drop(this.#messages, ({ by, to }) => about(by, to));
  }

  areFriends = (one: string, other: string): boolean => this.#friends.has(both(one, other));
  blocks = (by: string, of: string): boolean => this.#blocks.some((one) => one.by === by && one.of === of);
  unread = (user: string, other: string): number => this.#unread.get(`${user} ${other}`) ?? 0;

  /** Returns the users that a user blocks, newest first. */
  blockedBy = (user: string): string[] =>
    this.#blocks
      .filter(({ by }) => by === user)
      .map(({ of }) => of)
      .toReversed();

  asks = (by: string, of: string): boolean => {
    const last = this.#last(by, of);
    return last?.status === 'pending' && last.by === by;
  };

  /** Returns whether a user sees their request as sent. No day passes in a walk, so a rejected one stays so. */
  hasSent = (by: string, of: string): boolean => {
    const last = this.#last(by, of);
    return last?.by === by && (last.status === 'pending' || last.status === 'rejected');
  };

  /** Returns the messages between two users, newest first. */
  history = (one: string, other: string): string[] =>
    this.#messages
      .filter(({ by, to }) => both(by, to) === both(one, other))
      .map(({ text }) => text)
      .toReversed();

  #last(one: string, other: string): FriendRequest | undefined {
    return this.#requests.findLast(({ by, of }) => both(by, of) === both(one, other));
  }

  #befriend(request: FriendRequest): string {
    request.status = 'accepted';
    this.#friends.add(both(request.by, request.of));
    return 'ok';
  }
}

function drop<T>(list: T[], which: (one: T) => boolean): void {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const one = list[index];
    if (one !== undefined && which(one)) list.splice(index, 1);
  }
}
