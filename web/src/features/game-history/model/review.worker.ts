import { type Position, review } from '@fifteen/rules';

self.onmessage = ({ data }: MessageEvent<readonly Position[]>) => self.postMessage(review(data));
