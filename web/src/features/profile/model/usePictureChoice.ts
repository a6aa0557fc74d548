import { useRef, useState } from 'react';
import { notifyFailure } from './failure.ts';
import { readPicture } from './picture.ts';

/** The picture of a profile that is being edited. */
interface PictureChoice {
  /** Undefined until it is changed here; null without a picture. */
  picture: string | null | undefined;
  /** Whether the chosen file is being read, which takes seconds for a large one on a slow phone. */
  isReading: boolean;
  choose(file: File): Promise<void>;
  remove(): void;
}

/** Returns the picture that the player has chosen. The newest choice counts, however long an older file takes. */
export function usePictureChoice(): PictureChoice {
  const [picture, setPicture] = useState<string | null>();
  const [isReading, setIsReading] = useState(false);
  /** The file that is being read; null after a removal. */
  const newest = useRef<File | null>(null);

  async function choose(file: File): Promise<void> {
    newest.current = file;
    setIsReading(true);
    try {
      const read = await readPicture(file);
      if (newest.current === file) setPicture(read);
    } catch (error) {
      if (newest.current === file) notifyFailure(error);
    }
    if (newest.current === file) setIsReading(false);
  }

  function remove(): void {
    newest.current = null;
    setIsReading(false);
    setPicture(null);
  }
  return { picture, isReading, choose, remove };
}
