import { useId } from 'react';

interface BandProps {
  radius: number;
  width: number;
  /** Colours from the lit side to the shadow. */
  tones: readonly [light: string, middle: string, dark: string];
}

/** A metal ring, lit from the upper left. */
export function Band({ radius, width, tones: [light, middle, dark] }: BandProps) {
  const id = useId();
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        <stop stopColor={light} />
        <stop offset=".3" stopColor={middle} />
        <stop offset=".55" stopColor={dark} />
        <stop offset=".8" stopColor={middle} />
        <stop offset="1" stopColor={light} />
      </linearGradient>
      <circle r={radius} stroke={dark} strokeWidth={width + 1.2} />
      <circle r={radius} stroke={`url(#${id})`} strokeWidth={width} />
    </>
  );
}
