import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useOnline } from '@/features/online/model/store.ts';

/** An online game that begins calls whoever looks at old ones to the table. */
export function useCallToTable(): void {
  useEffect(
    () =>
      useOnline.subscribe(({ table }, { table: before }) => {
        if (table?.phase === 'playing' && table.game.id !== before?.game.id) navigate('/');
      }),
    [],
  );
}
