import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';

interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  /** All there are, also those that are not here yet; undefined where nobody knows. */
  total?: number;
  keyOf: (item: Item) => string;
  /** Height of every row, in pixels. */
  rowHeight: number;
  row: (item: Item) => ReactNode;
  /** The end comes near: more is wanted. May be called often. */
  onEnd?: () => void;
  className?: string;
}

/** Rows that are drawn beyond the edge: a row that is tabbed to must be there before it is in sight. */
const BEYOND = 6;

/** A list that scrolls in its own box and draws only what is in sight, so that ten thousand rows are as smooth as ten. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, total, keyOf, rowHeight, row, onEnd, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState(0);
  const [count, setCount] = useState(12);

  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    setFrom(Math.max(0, Math.floor(scrollTop / rowHeight) - BEYOND));
    setCount(Math.ceil(clientHeight / rowHeight) + 2 * BEYOND);
  }, [rowHeight]);

  useEffect(() => {
    const { current } = box;
    if (!current || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, [look]);

  const end = from + count >= items.length;
  useEffect(() => {
    if (end) onEnd?.();
  }, [end, items.length, onEnd]);

  // A list that became shorter may end above where one had scrolled to.
  const first = Math.min(from, Math.max(0, items.length - count));
  return (
    <div ref={box} onScroll={look} className={cx('overflow-y-auto overscroll-contain', className)}>
      <ul aria-label={label} className="relative" style={{ blockSize: items.length * rowHeight }}>
        {items.slice(first, first + count).map((item, index) => (
          <li
            key={keyOf(item)}
            aria-setsize={total ?? -1}
            aria-posinset={first + index + 1}
            className="absolute inset-x-0 flex items-center gap-3"
            style={{ blockSize: rowHeight, insetBlockStart: (first + index) * rowHeight }}
          >
            {row(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
