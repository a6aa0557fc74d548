import { useLocation } from 'react-router';

/**
 * Returns the state that the previous page left in the history entry. Browsers keep it for long, so its shape is
 * unknown.
 */
const useKept = (): { registered?: unknown; email?: unknown } | null =>
  useLocation().state as { registered?: unknown; email?: unknown } | null;

/** Whether the previous page created the account. */
export const useJustRegistered = (): boolean => useKept()?.registered === true;

/** Returns the address that the previous page mailed a code to. The history entry keeps it over a reload. */
export function useMailedTo(): string | undefined {
  const email = useKept()?.email;
  return typeof email === 'string' && email ? email : undefined;
}
