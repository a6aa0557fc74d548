/** Runs work after the next frame was painted, so that a press is seen before what it need not wait for. */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
