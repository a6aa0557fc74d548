import type { FriendRequest } from '@fifteen/contract';
import { useMutation } from '@tanstack/react-query';
import { t } from 'i18next';
import { api } from '@/lib/api.ts';
import type { ApiError } from '@/lib/apiError.ts';
import { notifyError } from '@/lib/notifyError.ts';
import { sameUserCheck } from '@/entities/session/session.ts';
import { toast } from '@/lib/toast.ts';
import { friendsChanged } from './friends.ts';
import { removeRequest } from './requests.ts';

/** Responds to a request. One that no longer exists leaves the list, too. */
export const useRespondToRequest = (request: FriendRequest) =>
  useMutation({
    mutationFn: (response: 'accepted' | 'rejected') =>
      api.friends.respond({ body: { requestId: request.id, response } }),
    onMutate: sameUserCheck,
    onSuccess(_, response, isSameUser) {
      if (!isSameUser()) return;
      const name = request.requester.displayName;
      if (response === 'accepted') toast({ title: t('friends.requests.accepted', { name }), tone: 'ok' });
      else toast({ title: t('friends.requests.rejected') });
      removeRequest(request.id);
      friendsChanged();
    },
    onError(error: ApiError, _, isSameUser) {
      if (!isSameUser?.()) return;
      notifyError(error);
      if (error.code === 'REQUEST_NOT_FOUND' || error.code === 'ALREADY_ANSWERED') removeRequest(request.id);
    },
  });

/** The relation after a request. */
type RequestState = 'requestSent' | 'friend';

const known: Record<string, RequestState> = { REQUEST_EXISTS: 'requestSent', ALREADY_FRIENDS: 'friend' };

/** Sends a friend request and shows its outcome; calls `onKnown` even if the relation existed before. */
export const useSendRequest = (userId: string, onKnown?: (state: RequestState) => void) =>
  useMutation({
    mutationFn: () => api.friends.request({ body: { requestedId: userId } }),
    onMutate: sameUserCheck,
    onSuccess({ request }, _, isSameUser) {
      if (!isSameUser()) return;
      const accepted = request.status === 'accepted';
      toast({ title: t(accepted ? 'friends.request.friends' : 'friends.request.sent'), tone: 'ok' });
      friendsChanged();
      onKnown?.(accepted ? 'friend' : 'requestSent');
    },
    onError(error: ApiError, _, isSameUser) {
      if (!isSameUser?.()) return;
      notifyError(error, { title: t('friends.request.failed') });
      const state = known[error.code];
      if (!state) return;
      friendsChanged();
      onKnown?.(state);
    },
  });
