import { Suspense } from 'react';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { useLocalGame } from '../model/store.ts';

const DiscardDialog = lazyComponent(async () => (await import('./DiscardDialog.tsx')).DiscardDialog);

/** The question before a running game is discarded, on every page: an invitation can be accepted on each. */
export function DiscardQuestion() {
  const isOpen = useLocalGame((store) => store.discarding !== null);
  return <Suspense>{isOpen && <DiscardDialog />}</Suspense>;
}
