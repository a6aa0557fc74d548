import type { Side } from '@fifteen/domain';
import type { CSSProperties, ReactNode } from 'react';
import { cx } from '@/components/ui/cx.ts';
import styles from './PieceSvg.module.css';

export interface PieceProps {
  side: Side;
  /** Not animated: shown, not placed. */
  still?: boolean;
}

interface PieceSvgProps extends PieceProps {
  /** Id of the style. */
  pieceStyle: string;
  className?: string;
  children: ReactNode;
}

/**
 * The common part of purchasable pieces, drawn around 0 0 with an edge at 50: two strokes that cross or a closed ring
 * of about 29, so that the shape distinguishes X from O in every style.
 */
export function PieceSvg({ pieceStyle, side, still, className, children }: PieceSvgProps) {
  return (
    <svg
      viewBox="-50 -50 100 100"
      aria-hidden
      className={cx(styles.piece, className)}
      data-piece-style={pieceStyle}
      data-side={side}
      data-still={still || undefined}
    >
      {children}
    </svg>
  );
}

interface RadialCopiesProps {
  count: number;
  /** Direction of the first copy, in degrees clockwise from the top. */
  from?: number;
  /** Distance from the centre; negative y is outwards. */
  at?: number;
  children: ReactNode | ((index: number) => ReactNode);
}

/** Draws copies around the centre; each has its index in --i, for animations. */
export function RadialCopies({ count, from = 0, at = 0, children }: RadialCopiesProps) {
  return Array.from({ length: count }, (_, index) => (
    <g
      key={index}
      transform={`rotate(${from + (index * 360) / count})${at ? ` translate(0 ${-at})` : ''}`}
      style={{ '--i': index } as CSSProperties}
    >
      {typeof children === 'function' ? children(index) : children}
    </g>
  ));
}

/** Two vertical shapes laid across each other. */
export function Cross({ children }: { children: ReactNode | ((index: number) => ReactNode) }) {
  return [45, -45].map((angle, index) => (
    <g key={angle} transform={`rotate(${angle})`} style={{ '--i': index } as CSSProperties}>
      {typeof children === 'function' ? children(index) : children}
    </g>
  ));
}

const polarPoint = (radius: number, degrees: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
};

/**
 * Returns a path around the centre; degrees are clockwise from the top. Its radius follows from the part of the way that
 * is behind, 0 to 1.
 */
export function polarPath(from: number, to: number, radius: (part: number) => number, steps = 24): string {
  const points = Array.from({ length: steps + 1 }, (_, step) =>
    polarPoint(radius(step / steps), from + ((to - from) * step) / steps),
  );
  return `M${points.join('L')}`;
}

/** Returns a straight line between two points, each an angle and a radius. */
export const polarLine = (
  from: [degrees: number, radius: number],
  to: [degrees: number, radius: number],
): string => `M${polarPoint(from[1], from[0])}L${polarPoint(to[1], to[0])}`;

/** Returns an arc around the centre. */
export const arc = (radius: number, from: number, to: number): string =>
  `M${polarPoint(radius, from)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${polarPoint(radius, to)}`;

/**
 * Returns a blade along a path around the centre: pointed at both ends, `width` thick, with `inside` of it towards the
 * centre.
 */
export function blade(
  from: number,
  to: number,
  radius: (part: number) => number,
  width: number,
  inside = width / 2,
): string {
  const thicknessAt = (part: number) => Math.sin(Math.PI * part) ** 0.7;
  const outer = polarPath(from, to, (part) => radius(part) + (width / 2) * thicknessAt(part));
  const inner = polarPath(to, from, (part) => radius(1 - part) - inside * thicknessAt(part));
  return `${outer}${inner.replace('M', 'L')}Z`;
}
