import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  /** Number of all items, including those not loaded; undefined while unknown. */
  total?: number;
  keyOf: (item: Item) => string;
  /** Height of a row in pixels, with text of the usual size. */
  rowHeight: number;
  row: (item: Item) => ReactNode;
  /** Called, possibly often, when the end is near. */
  onEnd?: () => void;
  /** Content after the last loaded row. */
  end?: ReactNode;
  className?: string;
}

/** Rows rendered beyond the edge: keyboard focus needs them before they are visible. */
const OVERSCAN_ROWS = 6;

/** The size of text that the user has chosen, relative to the usual one. */
const textScale = () =>
  Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);

/** A list that scrolls in its own box and renders only visible rows, so that ten thousand rows are as fast as ten. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, total, keyOf, rowHeight, row, onEnd, end, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const height = rowHeight * textScale();
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing that is made of it is memoized
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: OVERSCAN_ROWS,
  });
  const shown = list.getVirtualItems();

  const atEnd = shown.at(-1)?.index === items.length - 1;
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, items.length, onEnd]);

  return (
    <div ref={box} className={cx('overflow-y-auto overscroll-contain', className)}>
      <ul aria-label={label} className="relative" style={{ blockSize: list.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={keyOf(item)}
                aria-setsize={total ?? -1}
                aria-posinset={index + 1}
                className="absolute inset-x-0 flex items-center gap-3"
                style={{ blockSize: height, insetBlockStart: start }}
              >
                {row(item)}
              </li>
            )
          );
        })}
      </ul>
      {end}
    </div>
  );
}
