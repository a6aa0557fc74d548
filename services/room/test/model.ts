/**
 * Rooms as plain data, by the rules and not by how the service does it: every act answers `ok` or the code with which it
 * is refused. Games have no coins here.
 */
export interface ModelRoom {
  name: string;
  owner: string;
  players: string[];
  spectators: string[];
  /** Who sat down and has not played since. */
  fresh: Set<string>;
  wide: boolean;
  private: boolean;
  phase: 'waiting' | 'agreed' | 'playing' | 'active' | 'closed';
  /** The pair of the last game, or of the one that runs. */
  pair: string[];
  asks: ModelAsk[];
  invitations: ModelInvitation[];
}

type Answer = 'pending' | 'accepted' | 'rejected' | 'lapsed';
export interface ModelAsk {
  by: string;
  to: string;
  status: Answer;
}
export interface ModelInvitation {
  to: string;
  status: Answer;
}
type Outcome = string;

export class Model {
  readonly rooms: ModelRoom[] = [];

  roomOf(user: string): ModelRoom | undefined {
    return this.rooms.find((room) => room.players.includes(user) || room.spectators.includes(user));
  }

  create(user: string, name: string, more: { wide: boolean; private: boolean }): Outcome {
    if (this.#plays(user)) return 'ALREADY_IN_GAME';
    this.#out(user);
    this.rooms.push({
      ...{ name, owner: user, players: [user], spectators: [], fresh: new Set([user]) },
      ...{ ...more, phase: 'waiting', pair: [], asks: [], invitations: [] },
    });
    return 'ok';
  }

  join(user: string, room: ModelRoom, role: 'player' | 'spectator'): Outcome {
    if (!this.#exists(user, room)) return 'NOT_FOUND';
    if (room.players.includes(user)) return role === 'player' ? 'ok' : 'CONFLICT';
    if (room.spectators.includes(user) && role === 'spectator') return 'ok';
    if (role === 'spectator' && !room.wide) return 'SPECTATORS_NOT_ALLOWED';
    if (this.#plays(user)) return 'ALREADY_IN_GAME';
    if (role === 'player' && room.players.length === 2) return 'ROOM_FULL';
    if (room.spectators.includes(user)) room.spectators = room.spectators.filter((one) => one !== user);
    else this.#out(user);
    if (role === 'player') room.players.push(user);
    else room.spectators.push(user);
    if (role === 'player') room.fresh.add(user);
    return 'ok';
  }

  leave(user: string, room: ModelRoom): Outcome {
    if (this.roomOf(user) !== room) return 'ok';
    if (this.#plays(user)) this.finish(room);
    this.#out(user);
    return 'ok';
  }

  start(user: string, room: ModelRoom): Outcome {
    if (!this.#exists(user, room)) return 'NOT_FOUND';
    if (!room.players.includes(user)) return 'NOT_ROOM_OWNER';
    if (room.phase === 'playing') return 'ok';
    if (room.phase !== 'agreed') {
      if (user !== room.owner) return room.phase === 'waiting' ? 'NOT_ROOM_OWNER' : 'CONSENT_MISSING';
      const other = room.players.find((one) => one !== user);
      if (!other) return 'ROOM_NOT_READY';
      if (!room.fresh.has(other)) return 'CONSENT_MISSING';
    }
    Object.assign(room, { phase: 'playing', pair: [...room.players], asks: [] });
    room.fresh.clear();
    return 'ok';
  }

  /** The game that runs ends. */
  finish(room: ModelRoom): void {
    room.phase = 'active';
  }

  invite(user: string, room: ModelRoom, to: string): Outcome {
    if (!this.#exists(user, room)) return 'NOT_FOUND';
    if (user !== room.owner) return 'NOT_ROOM_OWNER';
    if (room.phase === 'playing') return 'GAME_RUNNING';
    if (this.roomOf(to) === room) return 'CONFLICT';
    const waits = room.invitations.some((one) => one.to === to && one.status === 'pending');
    if (!waits) room.invitations.push({ to, status: 'pending' });
    return 'ok';
  }

  answerInvitation(user: string, room: ModelRoom, invitation: ModelInvitation, accept: boolean): Outcome {
    if (invitation.to !== user) return 'NOT_FOUND';
    if (invitation.status === (accept ? 'accepted' : 'rejected')) return 'ok';
    if (invitation.status === 'lapsed') return 'NOT_FOUND';
    if (invitation.status !== 'pending') return 'CONFLICT';
    const inside = this.roomOf(user) === room;
    const role = room.wide && room.players.length === 2 ? 'spectator' : 'player';
    const outcome = accept && !inside ? this.join(user, room, role) : 'ok';
    if (outcome === 'ok') invitation.status = accept ? 'accepted' : 'rejected';
    return outcome;
  }

  /** Asks for another game after the room's last. */
  ask(user: string, room: ModelRoom): Outcome {
    if (!this.#exists(user, room)) return 'NOT_FOUND';
    if (!room.players.includes(user)) return 'NOT_A_PLAYER';
    if (room.phase === 'playing') return 'GAME_RUNNING';
    if (!room.pair.includes(user)) return 'NOT_A_PLAYER';
    if (room.asks.some(({ to, status }) => to === user && status === 'accepted')) return 'ok';
    if (room.asks.some(({ by }) => by === user)) return 'PLAY_AGAIN_EXISTS';
    const to = room.pair.find((one) => one !== user) ?? '';
    if (!room.players.includes(to)) return 'OPPONENT_LEFT';
    const theirs = room.asks.find(({ status }) => status === 'pending');
    if (theirs) this.#agree(room, theirs);
    else room.asks.push({ by: user, to, status: 'pending' });
    return 'ok';
  }

  answer(user: string, room: ModelRoom, ask: ModelAsk, accept: boolean): Outcome {
    if (ask.to !== user || !room.players.includes(user)) return 'NOT_FOUND';
    if (ask.status === (accept ? 'accepted' : 'rejected')) return 'ok';
    if (ask.status === 'accepted' || ask.status === 'rejected') return 'CONFLICT';
    if (!room.players.includes(ask.by)) return 'OPPONENT_LEFT';
    if (ask.status === 'lapsed') return 'NOT_FOUND';
    if (accept) this.#agree(room, ask);
    else ask.status = 'rejected';
    return 'ok';
  }

  #agree(room: ModelRoom, ask: ModelAsk): void {
    ask.status = 'accepted';
    room.phase = 'agreed';
  }

  #plays(user: string): boolean {
    const room = this.roomOf(user);
    return room?.phase === 'playing' && room.players.includes(user);
  }

  /** Is there such a room, for this user? */
  #exists(user: string, room: ModelRoom): boolean {
    if (room.phase === 'closed') return false;
    const invited = room.invitations.some(
      ({ to, status }) => to === user && (status === 'pending' || status === 'accepted'),
    );
    return !room.private || this.roomOf(user) === room || invited;
  }

  #out(user: string): void {
    const room = this.roomOf(user);
    if (!room) return;
    const sat = room.players.includes(user);
    room.players = room.players.filter((one) => one !== user);
    room.spectators = room.spectators.filter((one) => one !== user);
    room.fresh.delete(user);
    if (!sat) return;
    for (const ask of room.asks) if (ask.status === 'pending') ask.status = 'lapsed';
    if (room.phase === 'agreed') room.phase = 'active';
    if (room.owner === user && room.players[0]) room.owner = room.players[0];
    if (room.players.length > 0) return;
    Object.assign(room, { phase: 'closed', spectators: [] });
    for (const one of room.invitations) if (one.status === 'pending') one.status = 'lapsed';
  }
}
