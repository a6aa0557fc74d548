import { useParams } from 'react-router';
import { ReviewPage } from './ReviewPage.tsx';
import { useOnline } from '@/features/online-game/model/store.ts';
import { useUser } from '@/entities/session/session.ts';

/** Nobody looks up what a position is worth while they play one online. */
export function ReviewRoute() {
  const { id = '' } = useParams();
  const live = useOnline((store) => store.table?.phase === 'playing');
  return <ReviewPage id={id} user={useUser()} live={live} />;
}
