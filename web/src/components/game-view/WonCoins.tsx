import { useEffect, useRef } from 'react';
import { Coin } from '@/components/brand/Coin.tsx';
import { flyCoins } from './coinFlight.ts';

interface WonCoinsProps {
  text: string;
  /** Whether coins came in: then they fly to the counter. */
  flying: boolean;
}

/** The coins that a game brought or took. */
export function WonCoins({ text, flying }: WonCoinsProps) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const coin = line.current?.querySelector('svg');
    return flying && coin ? flyCoins(coin) : undefined;
  }, [flying]);
  return (
    <p ref={line} className="flex items-center gap-2 font-display font-semibold">
      <Coin className="size-6 shrink-0" />
      {text}
    </p>
  );
}
