import { type Position, review } from '@fifteen/domain';

self.onmessage = ({ data }: MessageEvent<readonly Position[]>) => self.postMessage(review(data));
