import type { User } from '@fifteen/contract';
import { sideToMove, toBoard } from '@fifteen/domain';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Board } from '@/components/board/Board.tsx';
import { PlayerStrip } from '@/components/game-view/PlayerStrip.tsx';
import { SpeechBubble } from '@/components/game-view/SpeechBubble.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { announce } from '@/lib/a11y/announcer.ts';
import { useFormat } from '@/lib/i18n/format.ts';
import { type Product, wordsOf } from '../model/catalogue.ts';
import { useShowGame } from '../model/showGame.ts';
import styles from './TryOn.module.css';

/** How long an item is tried on; milliseconds. */
const TRY_ON = 10_000;
const SECONDS = TRY_ON / 1_000;
/** An emoji is said again after so many moves. */
const MOVES_PER_EMOJI = 3;

interface TryOnDialogProps {
  product: Product;
  user: User;
  /** Buys the item; undefined where that is not possible. */
  onBuy: (() => void) | undefined;
  onClose: () => void;
}

/** An item on the player's own board for ten seconds. It closes by itself, and nothing stays equipped. */
export function TryOnDialog({ product, user, onBuy, onClose }: TryOnDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name } = wordsOf(product);
  const end = useRef(onClose);
  useEffect(() => {
    end.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const timer = setTimeout(() => {
      end.current();
      announce(t('shop.tryOn.over', { name }));
    }, TRY_ON);
    return () => clearTimeout(timer);
  }, [name, t]);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('shop.tryOn.title', { name })}
      description={t('shop.tryOn.text', { count: SECONDS })}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('shop.tryOn.stop')}
          </Button>
          {onBuy && (
            <Button variant="primary" onClick={onBuy}>
              {t('shop.action.buy')}
              <span className="numeral">{format.coins(product.price)}</span>
            </Button>
          )}
        </>
      }
    >
      <span
        aria-hidden
        data-keeps-time
        className={styles.clock}
        style={{ '--ms': `${TRY_ON}ms` } as CSSProperties}
      />
      <ShowBoard product={product} user={user} />
    </Dialog>
  );
}

/** The own board and seat with the item, in a game that plays itself. */
function ShowBoard({ product, user }: { product: Product; user: User }) {
  const { t } = useTranslation();
  const { state, press } = useShowGame();
  const { moves, outcome } = state;
  const turn = outcome ? null : sideToMove(state);
  const look = product.kind === 'style' ? product.id : user.activePieceStyle;
  const frame = product.kind === 'frame' ? product.id : user.activeFrameId;
  return (
    <div className="grid gap-2">
      <Board
        board={toBoard(state)}
        turn={turn}
        playable={turn !== null}
        lastMove={moves.at(-1) ?? null}
        winning={outcome?.winningPositions ?? null}
        pieceStyles={{ X: look, O: look }}
        highlightsLines={false}
        description={t('shop.tryOn.board')}
        onMove={press}
      />
      <div className="relative">
        <PlayerStrip
          side="X"
          name={user.displayName}
          picture={user.profileImageUrl}
          cosmetics={{ ...user, activePieceStyle: look, activeFrameId: frame }}
          caption={wordsOf(product).name}
          active={turn !== 'O'}
        >
          {product.glyph !== undefined && (
            <SpeechBubble
              key={Math.floor(moves.length / MOVES_PER_EMOJI)}
              text={product.glyph}
              motion={product.motion}
            />
          )}
        </PlayerStrip>
      </div>
    </div>
  );
}
