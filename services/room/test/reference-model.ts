import { toUserId, type UserId } from '@fifteen/domain';

/**
 * Reference implementation of the rules of rooms, as plain data. Each action returns `ok` or the code of its error. Games
 * are without coins.
 */
export interface ModelRoom {
  name: string;
  owner: UserId;
  players: UserId[];
  spectators: UserId[];
  /** Players who sat down and have not played since: they consent to a game. */
  consenting: Set<UserId>;
  wide: boolean;
  private: boolean;
  phase: 'waiting' | 'agreed' | 'playing' | 'active' | 'closed';
  /** The players of the running or last game. */
  lastPlayers: UserId[];
  rematches: ModelRematch[];
  invitations: ModelInvitation[];
}

type RequestStatus = 'pending' | 'accepted' | 'rejected' | 'lapsed';
export interface ModelRematch {
  by: UserId;
  to: UserId;
  status: RequestStatus;
}
export interface ModelInvitation {
  by: UserId;
  to: UserId;
  status: RequestStatus;
}
type Outcome = string;

export class Model {
  readonly rooms: ModelRoom[] = [];
  /** Whether a match was created, by its id. One that was not is called off for good. */
  readonly matches = new Map<string, boolean>();

  roomOf(user: UserId): ModelRoom | undefined {
    return this.rooms.find((room) => room.players.includes(user) || room.spectators.includes(user));
  }

  create(user: UserId, name: string, more: { wide: boolean; private: boolean }): Outcome {
    if (this.#isPlaying(user)) return 'ALREADY_IN_GAME';
    this.#removeFromRoom(user);
    this.rooms.push({
      ...{ name, owner: user, players: [user], spectators: [], consenting: new Set([user]) },
      ...{ ...more, phase: 'waiting', lastPlayers: [], rematches: [], invitations: [] },
    });
    return 'ok';
  }

  join(user: UserId, room: ModelRoom, role: 'player' | 'spectator'): Outcome {
    if (!this.#exists(user, room)) return 'ROOM_NOT_FOUND';
    if (room.players.includes(user)) return role === 'player' ? 'ok' : 'ALREADY_A_PLAYER';
    if (room.spectators.includes(user) && role === 'spectator') return 'ok';
    if (role === 'spectator' && !room.wide) return 'SPECTATORS_NOT_ALLOWED';
    if (this.#isPlaying(user)) return 'ALREADY_IN_GAME';
    if (role === 'player' && room.players.length === 2) return 'ROOM_FULL';
    if (room.spectators.includes(user)) room.spectators = room.spectators.filter((one) => one !== user);
    else this.#removeFromRoom(user);
    if (role === 'player') room.players.push(user);
    else room.spectators.push(user);
    if (role === 'player') room.consenting.add(user);
    for (const one of room.invitations)
      if (one.to === user && one.status === 'pending') one.status = 'accepted';
    return 'ok';
  }

  view(user: UserId, room: ModelRoom): Outcome {
    return this.#exists(user, room) ? 'ok' : 'ROOM_NOT_FOUND';
  }

  createMatch(id: string, players: readonly [UserId, UserId]): Outcome {
    const known = this.matches.get(id);
    if (known !== undefined) return known ? 'ok' : 'GAME_CANCELLED';
    const isPossible = !players.some((user) => this.#isPlaying(user));
    this.matches.set(id, isPossible);
    if (!isPossible) return 'ALREADY_IN_GAME';
    const [owner] = players;
    for (const user of players) this.#removeFromRoom(user);
    this.rooms.push({
      ...{ name: 'Game Room', owner, players: [...players], spectators: [], consenting: new Set() },
      ...{ wide: false, private: true, phase: 'playing', lastPlayers: [...players] },
      ...{ rematches: [], invitations: [] },
    });
    return 'ok';
  }

  /** Returns whether a match was created, and calls it off if not. */
  findMatch(id: string): boolean {
    const exists = this.matches.get(id) ?? false;
    this.matches.set(id, exists);
    return exists;
  }

  /** Checks that a user may search, and ends their stay in a room if the search does. */
  checkStake(user: UserId, endsStay: boolean): Outcome {
    if (this.#isPlaying(user)) return 'ALREADY_IN_GAME';
    if (endsStay) this.#removeFromRoom(user);
    return 'ok';
  }

  leave(user: UserId, room: ModelRoom): Outcome {
    if (this.roomOf(user) !== room) return 'ok';
    if (this.#isPlaying(user)) this.finish(room);
    this.#removeFromRoom(user);
    return 'ok';
  }

  start(user: UserId, room: ModelRoom): Outcome {
    if (!this.#exists(user, room)) return 'ROOM_NOT_FOUND';
    if (!room.players.includes(user)) return 'NOT_ROOM_OWNER';
    if (room.phase === 'playing') return 'ok';
    if (room.phase !== 'agreed') {
      if (user !== room.owner) return room.phase === 'waiting' ? 'NOT_ROOM_OWNER' : 'CONSENT_MISSING';
      const other = room.players.find((one) => one !== user);
      if (!other) return 'ROOM_NOT_READY';
      if (!room.consenting.has(other)) return 'CONSENT_MISSING';
    }
    Object.assign(room, { phase: 'playing', lastPlayers: [...room.players], rematches: [] });
    room.consenting.clear();
    return 'ok';
  }

  /** Ends the running game. */
  finish(room: ModelRoom): void {
    room.phase = 'active';
  }

  invite(user: UserId, room: ModelRoom, to: UserId): Outcome {
    if (!this.#exists(user, room)) return 'ROOM_NOT_FOUND';
    if (user !== room.owner) return 'NOT_ROOM_OWNER';
    if (room.phase === 'playing') return 'GAME_RUNNING';
    if (this.roomOf(to) === room) return 'ALREADY_IN_ROOM';
    const pending = room.invitations.find((one) => one.to === to && one.status === 'pending');
    if (pending?.by === user) return 'ok';
    if (pending) pending.status = 'lapsed';
    room.invitations.push({ by: user, to, status: 'pending' });
    return 'ok';
  }

  answerInvitation(user: UserId, room: ModelRoom, invitation: ModelInvitation, accept: boolean): Outcome {
    if (invitation.to !== user) return 'INVITATION_NOT_FOUND';
    if (invitation.status === (accept ? 'accepted' : 'rejected')) return 'ok';
    if (invitation.status === 'lapsed') return 'INVITATION_NOT_FOUND';
    if (invitation.status !== 'pending') return 'ALREADY_ANSWERED';
    const inside = this.roomOf(user) === room;
    const role = room.wide && room.players.length === 2 ? 'spectator' : 'player';
    const outcome = accept && !inside ? this.join(user, room, role) : 'ok';
    if (outcome === 'ok') invitation.status = accept ? 'accepted' : 'rejected';
    return outcome;
  }

  /** Requests a rematch of the room's last game. */
  requestRematch(user: UserId, room: ModelRoom): Outcome {
    if (!this.#exists(user, room)) return 'GAME_NOT_FOUND';
    if (!room.players.includes(user)) return 'NOT_A_PLAYER';
    if (room.phase === 'playing') return 'GAME_RUNNING';
    if (!room.lastPlayers.includes(user)) return 'NOT_A_PLAYER';
    if (room.rematches.some(({ to, status }) => to === user && status === 'accepted')) return 'ok';
    if (room.rematches.some(({ by }) => by === user)) return 'PLAY_AGAIN_EXISTS';
    const to = room.lastPlayers.find((one) => one !== user) ?? toUserId('');
    if (!room.players.includes(to)) return 'OPPONENT_LEFT';
    const received = room.rematches.find(({ status }) => status === 'pending');
    if (received) this.#agree(room, received);
    else room.rematches.push({ by: user, to, status: 'pending' });
    return 'ok';
  }

  answerRematch(user: UserId, room: ModelRoom, rematch: ModelRematch, accept: boolean): Outcome {
    if (rematch.to !== user || !room.players.includes(user)) return 'PLAY_AGAIN_NOT_FOUND';
    if (rematch.status === (accept ? 'accepted' : 'rejected')) return 'ok';
    if (rematch.status === 'accepted' || rematch.status === 'rejected') return 'ALREADY_ANSWERED';
    if (!room.players.includes(rematch.by)) return 'OPPONENT_LEFT';
    if (rematch.status === 'lapsed') return 'PLAY_AGAIN_NOT_FOUND';
    if (accept) this.#agree(room, rematch);
    else rematch.status = 'rejected';
    return 'ok';
  }

  /** Returns the invitations that a user may answer. */
  invitationsFor(user: UserId): ModelInvitation[] {
    return this.rooms
      .flatMap(({ invitations }) => invitations)
      .filter(({ to, status }) => to === user && status === 'pending');
  }

  /** Returns the rematch requests that a user may answer. */
  rematchesFor(user: UserId): ModelRematch[] {
    return this.rooms
      .flatMap(({ rematches }) => rematches)
      .filter(({ to, status }) => to === user && status === 'pending');
  }

  #agree(room: ModelRoom, rematch: ModelRematch): void {
    rematch.status = 'accepted';
    room.phase = 'agreed';
  }

  #isPlaying(user: UserId): boolean {
    const room = this.roomOf(user);
    return room?.phase === 'playing' && room.players.includes(user);
  }

  /** Returns whether the room exists for this user. */
  #exists(user: UserId, room: ModelRoom): boolean {
    if (room.phase === 'closed') return false;
    const invited = room.invitations.some(
      ({ to, status }) => to === user && (status === 'pending' || status === 'accepted'),
    );
    return !room.private || this.roomOf(user) === room || invited;
  }

  #removeFromRoom(user: UserId): void {
    const room = this.roomOf(user);
    if (!room) return;
    const wasPlayer = room.players.includes(user);
    room.players = room.players.filter((one) => one !== user);
    room.spectators = room.spectators.filter((one) => one !== user);
    room.consenting.delete(user);
    if (!wasPlayer) return;
    for (const rematch of room.rematches) if (rematch.status === 'pending') rematch.status = 'lapsed';
    if (room.phase === 'agreed') room.phase = 'active';
    if (room.owner === user && room.players[0]) room.owner = room.players[0];
    if (room.players.length > 0) return;
    Object.assign(room, { phase: 'closed', spectators: [] });
    for (const one of room.invitations) if (one.status === 'pending') one.status = 'lapsed';
  }
}
