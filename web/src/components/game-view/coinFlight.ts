import { reducedMotion } from '@/lib/a11y/media.ts';

const COINS = 7;
const FLIGHT_MS = 750;
const BETWEEN_MS = 70;
const SIZE = 24;

function centreOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * Lets coins fly from their picture to the counter in the bar, unless the user prefers reduced motion.
 * @returns a function that stops them.
 */
export function flyCoins(picture: SVGElement): () => void {
  const counter = document.querySelector('[data-coins]');
  if (!counter || reducedMotion()) return () => undefined;
  let stop = () => undefined as void;
  let isStopped = false;
  void arrived(picture).then(() => {
    if (!isStopped) stop = launch(picture, counter);
  });
  return () => {
    isStopped = true;
    stop();
  };
}

/** Waits until the panel of the picture has slid in: until then the picture is not where it will be seen. */
async function arrived(picture: SVGElement): Promise<void> {
  const moving = picture.closest('[data-result]')?.getAnimations() ?? [];
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

function launch(picture: SVGElement, counter: Element): () => void {
  const from = centreOf(picture);
  const to = centreOf(counter);
  const flights = Array.from({ length: COINS }, (_, index) => {
    const coin = picture.cloneNode(true) as SVGElement;
    coin.removeAttribute('class');
    Object.assign(coin.style, {
      position: 'fixed',
      zIndex: '60',
      left: `${from.x - SIZE / 2}px`,
      top: `${from.y - SIZE / 2}px`,
      width: `${SIZE}px`,
      height: `${SIZE}px`,
      pointerEvents: 'none',
    });
    document.body.append(coin);
    const offsetX = (index - (COINS - 1) / 2) * 18;
    const end = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(0.7)`;
    const flight = coin.animate(
      [
        { transform: 'none', opacity: 0 },
        { transform: `translate(${offsetX}px, ${Math.abs(offsetX) / 2 - 44}px)`, opacity: 1, offset: 0.3 },
        { transform: end, opacity: 1, offset: 0.96 },
        { transform: end, opacity: 0 },
      ],
      { duration: FLIGHT_MS, delay: index * BETWEEN_MS, easing: 'cubic-bezier(.4,0,.2,1)', fill: 'both' },
    );
    const remove = () => coin.remove();
    flight.finished.then(remove, remove);
    return flight;
  });
  counter.animate([{ transform: 'none' }, { transform: 'scale(1.12)' }, { transform: 'none' }], {
    duration: 420,
    delay: FLIGHT_MS,
    easing: 'ease-out',
  });
  return () => flights.forEach((flight) => flight.cancel());
}
