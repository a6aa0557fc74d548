import type { RoomId, UserId } from '@fifteen/domain';
import type { RoomState } from '@fifteen/proto/room';
import type { PushBody, Pusher } from '@fifteen/runtime';

/** Collects what a transaction notifies clients of. It is sent after the commit. */
export class PendingNotifications {
  /** Rooms that changed: their new state is loaded when it is sent. */
  readonly changedRooms = new Set<RoomId>();
  /** Sends the other notifications, in their order. */
  readonly pending: ((push: Pusher) => void)[] = [];

  /** Sends a room's new state, which the transaction has read after its last change of it. */
  roomChanged(room: RoomState): void {
    this.changedRooms.delete(room.id);
    this.toRoom(room.id, { $case: 'room', value: { room } });
  }

  toUser(userId: UserId, body: PushBody): void {
    this.pending.push((push) => push.toUser(userId, body));
  }

  toRoom(roomId: RoomId, body: PushBody): void {
    this.pending.push((push) => push.toRoom(roomId, body));
  }
}
