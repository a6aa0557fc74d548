/** Returns the address of a server with a user and a password in it. */
export function withCredentials(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = password;
  return address.href;
}
