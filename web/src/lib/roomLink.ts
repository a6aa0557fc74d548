/** Returns the room code of an invite link, `/?room=CODE`; null without one, or for an invalid one. */
export function invitedRoom(search: string): string | null {
  const code = new URLSearchParams(search).get('room')?.trim().toUpperCase() ?? '';
  return /^[A-Z0-9]{1,8}$/.test(code) ? code : null;
}

/** Returns a path with the invitation, so that it survives sign-in, registration and the mailed link. */
export function keepingRoom(path: string, search: string): string {
  const room = invitedRoom(search);
  return room ? `${path}?room=${room}` : path;
}
