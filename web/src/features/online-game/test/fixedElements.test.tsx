import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { ActionBar } from '@/components/game-view/ActionBar.tsx';
import { GameView } from '@/components/game-view/GameView.tsx';
import { ActionPanel } from '../components/ActionPanel.tsx';
import panels from '../components/Online.module.css';

const SRC = join(import.meta.dirname, '../../..');
const SHEETS = [
  'components/game-view/GameView.module.css',
  'components/game-view/ActionBar.module.css',
  'features/online-game/components/Online.module.css',
];

interface Declaration {
  selector: string;
  value: string;
  /** The alternatives of the media query around the rule; none of a rule for every window. */
  media: string[];
}

/** Returns the values of a property in the style sheets, in their order. */
function declarationsOf(property: string): Declaration[] {
  const media = /@media([^{]+)\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}/g;
  return SHEETS.flatMap((path) => {
    const css = readFileSync(join(SRC, path), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
    const blocks = [...css.matchAll(media)].map(([, query = '', body = '']) => ({
      body,
      media: query.split(',').map((one) => one.trim().replaceAll(/\s+/g, ' ')),
    }));
    return [{ body: css.replaceAll(media, ''), media: [] }, ...blocks].flatMap((block) =>
      [...block.body.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
        const value = new RegExp(`(?<![\\w-])${property}: ([^;]+)`).exec(body)?.[1];
        return value ? [{ selector: selector.trim(), value, media: block.media }] : [];
      }),
    );
  });
}

const containers = declarationsOf('container-type');
const isContainer = (element: Element, media: string) =>
  containers
    .filter((one) => (one.media.length === 0 || one.media.includes(media)) && element.matches(one.selector))
    .at(-1)?.value === 'inline-size';

beforeAll(startI18n);

it('places no fixed element in a container, which is its containing block in older browsers', () => {
  const seat = { name: 'Mina', caption: '', active: false } as const;
  const { container } = render(
    <GameView
      opponent={{ ...seat, side: 'X' }}
      ownSeat={{ ...seat, side: 'O' }}
      moves={[]}
      board={{}}
      turn="X"
      playable
      lastMove={null}
      winning={null}
      highlightsLines={false}
      description=""
      onMove={() => undefined}
      actions={
        <>
          <ActionPanel title="Chat" className={panels.chat} onClose={() => undefined}>
            <button type="button">Hello</button>
          </ActionPanel>
          <ActionBar>{null}</ActionBar>
        </>
      }
    />,
  );
  const fixedBoxes = declarationsOf('position').filter(({ value }) => value === 'fixed');
  expect(fixedBoxes.map(({ selector }) => selector)).toEqual(['.bar', '.panel']);
  for (const { selector, media } of fixedBoxes)
    for (const query of media)
      for (
        let at = container.querySelector(selector)?.parentElement;
        at && at !== container;
        at = at.parentElement
      )
        expect(isContainer(at, query), `.${at.className}, around ${selector}`).toBe(false);
});
