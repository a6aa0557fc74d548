/** The room of an invite link, `/?room=CODE`; null when the address has none, or nothing that could be a code. */
export function invitedRoom(search: string): string | null {
  const code = new URLSearchParams(search).get('room')?.trim().toUpperCase() ?? '';
  return /^[A-Z0-9]{1,8}$/.test(code) ? code : null;
}

/** A path with the invitation kept, so that it survives sign-in, registration and the way through the e-mail. */
export function keepingRoom(path: string, search: string): string {
  const room = invitedRoom(search);
  return room ? `${path}?room=${room}` : path;
}
