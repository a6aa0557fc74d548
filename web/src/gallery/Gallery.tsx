import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { useTranslation } from 'react-i18next';
import { Board } from '@/components/board/Board.tsx';
import { Coin } from '@/components/brand/Coin.tsx';
import { pieceIds } from '@/components/pieces/StyledPiece.tsx';
import { Piece } from '@/components/pieces/Piece.tsx';
import { decorationIds } from '@/components/avatar-decorations/decorationIds.ts';
import { Wordmark } from '@/components/brand/Wordmark.tsx';
import { languages } from '@/lib/i18n/languages.ts';
import { useTheme } from '@/lib/state/theme.ts';
import { themes } from '@/lib/state/themes.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Toaster } from '@/components/ui/Toaster.tsx';
import { samples } from './samples.tsx';
import styles from './Gallery.module.css';

/** A position with everything a board can show: pieces, an open lock, a winning line. */
const position = { 1: 'X', 2: 'X', 3: 'X', 4: 'X', 6: 'O', 7: 'O', 13: 'O', 15: 'O' } as const;

function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className={styles.sample}>
      {children}
      <figcaption>{name}</figcaption>
    </figure>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

/** Both marks of a style: placed, still, and at the smallest size. */
function PieceSample({ pieceStyle }: { pieceStyle: string }) {
  return (
    <Sample name={pieceStyle}>
      <div className={styles.pieces}>
        {(['X', 'O'] as const).map((side) => (
          <span key={side} style={{ color: `var(--${side.toLowerCase()})` }}>
            <Piece pieceStyle={pieceStyle} side={side} />
            <Piece pieceStyle={pieceStyle} side={side} still />
            <Piece pieceStyle={pieceStyle} side={side} still />
          </span>
        ))}
      </div>
    </Sample>
  );
}

function SampleBoard() {
  return (
    <Board
      board={position}
      turn={null}
      playable={false}
      lastMove={4}
      winning={[1, 2, 3, 4]}
      highlightsLines
      description="sample"
      onMove={() => undefined}
    />
  );
}

const sections: Record<string, () => ReactNode> = {
  board: () => <SampleBoard />,
  themes: () =>
    themes.map((theme) => (
      <Sample key={theme} name={theme}>
        <iframe title={theme} src={`?only=board&theme=${theme}`} className={styles.frame} />
      </Sample>
    )),
  pieces: () => pieceIds().map((pieceStyle) => <PieceSample key={pieceStyle} pieceStyle={pieceStyle} />),
  decorations: () =>
    ['none', ...decorationIds()].map((id) => (
      <Sample key={id} name={id}>
        <div className={styles.row}>
          {([32, 40, 64, 96] as const).map((size) => (
            <Avatar key={size} name="Ada" size={size} frame={id} animated />
          ))}
        </div>
      </Sample>
    )),
  'a frame around a border': () =>
    decorationIds().map((border, index, all) => (
      <Sample key={border} name={border}>
        <Avatar name="Ada" size={96} frame={all.at(index - 1)} border={border} />
      </Sample>
    )),
  drawings: () => (
    <>
      <Sample name="Wordmark">
        <Wordmark className="h-8 text-text" />
      </Sample>
      <Sample name="Coin">
        <Coin className="size-8 shrink-0" />
      </Sample>
    </>
  ),
  components: () =>
    Object.entries(samples).map(([name, Part]) => <Sample key={name} name={name} children={<Part />} />),
};

/** All shared components in all states, for design work: `npm run dev`, then /gallery.html. */
export function Gallery({ only }: { only: string | null }) {
  const { i18n } = useTranslation();
  const theme = useTheme((store) => store.theme);
  const [names] = useState(() => Object.keys(sections).filter((name) => !only || name === only));
  const link = (change: Record<string, string>) =>
    `?${new URLSearchParams({ theme, language: i18n.language, ...(only && { only }), ...change })}`;
  return (
    <main className={styles.gallery}>
      {only !== 'board' && (
        <nav className={styles.row} aria-label="theme and language">
          {themes.map((each) => (
            <a key={each} href={link({ theme: each })} aria-current={each === theme}>
              {each}
            </a>
          ))}
          {languages.map(({ code, name }) => (
            <a key={code} href={link({ language: code })} aria-current={code === i18n.language}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {/* Links of samples lead nowhere. */}
      <MemoryRouter>
        {names.map((name) => (
          <Section key={name} title={name}>
            {sections[name]?.()}
          </Section>
        ))}
      </MemoryRouter>
      <Toaster />
    </main>
  );
}
