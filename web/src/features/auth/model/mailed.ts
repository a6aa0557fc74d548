import { useHistoryState } from 'wouter/use-browser-location';

/** Whether the page before opened the account: the code page says so. */
export const useJustRegistered = (): boolean =>
  useHistoryState<{ registered?: unknown } | null>()?.registered === true;

/** The address that the last page mailed a code to; kept with the page's place in history, so it survives a reload. */
export function useMailedTo(): string | undefined {
  const email = useHistoryState<{ email?: unknown } | null>()?.email;
  return typeof email === 'string' && email ? email : undefined;
}
