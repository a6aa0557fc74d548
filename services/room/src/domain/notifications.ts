import type { PushBody } from '@fifteen/runtime';

interface Notification {
  to: 'toUser' | 'toRoom';
  id: string;
  body: PushBody;
}

/** Collects what a transaction notifies clients of. It is sent after the commit. */
export class Notifications {
  /** Rooms that changed: their new state is loaded when it is sent. */
  readonly changedRooms = new Set<string>();
  readonly pending: Notification[] = [];

  toUser(id: string, body: PushBody): void {
    this.pending.push({ to: 'toUser', id, body });
  }

  toRoom(id: string, body: PushBody): void {
    this.pending.push({ to: 'toRoom', id, body });
  }
}
