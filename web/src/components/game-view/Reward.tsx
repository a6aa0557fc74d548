import type { ReactNode } from 'react';

interface RewardProps {
  /** 48 px high. */
  picture: ReactNode;
  title: string;
  text: string;
}

/** Something that a game brought, with its picture. */
export function Reward({ picture, title, text }: RewardProps) {
  return (
    <p className="flex min-w-0 items-center gap-3">
      {picture}
      <span className="grid min-w-0">
        <span className="text-13 text-muted">{title}</span>
        <strong className="font-display text-16 font-semibold">{text}</strong>
      </span>
    </p>
  );
}
