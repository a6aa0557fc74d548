import { useLocation } from 'react-router';

/** What the last page left with this the user's place in history, as anything: a browser keeps it for long. */
const useKept = (): { registered?: unknown; email?: unknown } | null =>
  useLocation().state as { registered?: unknown; email?: unknown } | null;

/** Whether the page before opened the account: the code page says so. */
export const useJustRegistered = (): boolean => useKept()?.registered === true;

/** The address that the last page mailed a code to; kept with the page's place in history, so it survives a reload. */
export function useMailedTo(): string | undefined {
  const email = useKept()?.email;
  return typeof email === 'string' && email ? email : undefined;
}
