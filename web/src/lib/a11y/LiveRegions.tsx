import { useAnnouncer } from './announcer.ts';

/** The page's two voices. They stand from the start: a region that arrives together with its text stays unread. */
export function LiveRegions() {
  const { polite, assertive } = useAnnouncer();
  return (
    <div className="sr-only">
      <div role="status" aria-live="polite">
        {polite}
      </div>
      <div role="alert" aria-live="assertive">
        {assertive}
      </div>
    </div>
  );
}
