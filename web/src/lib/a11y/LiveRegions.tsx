import { useAnnouncer } from './announcer.ts';

/** The live regions of the page. They exist from the start: a region that mounts with its text is not read out. */
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
