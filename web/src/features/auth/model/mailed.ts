import { useLocation } from 'react-router';

/** The address that the last page mailed a code to; kept with the page's place in history, so it survives a reload. */
export function useMailedTo(): string | undefined {
  const { state } = useLocation() as { state: unknown };
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' && email ? email : undefined;
}

/** An optional field of a form: left empty, it is not there. */
export const unlessEmpty = (value: unknown): unknown => (value === '' ? undefined : value);
