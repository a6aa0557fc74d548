import { RequestStatus } from '@fifteen/proto/room';

/** Status of an invitation or a rematch request in the database. `lapsed`: it can no longer be answered. */
export type StoredStatus = 'pending' | 'accepted' | 'rejected' | 'lapsed';

const STATUS: Readonly<Record<StoredStatus, RequestStatus>> = {
  pending: RequestStatus.PENDING,
  accepted: RequestStatus.ACCEPTED,
  rejected: RequestStatus.REJECTED,
  lapsed: RequestStatus.REJECTED,
};

/** Converts a status to that of messages, where a lapsed request is a rejected one. */
export const toRequestStatus = (status: StoredStatus): RequestStatus => STATUS[status];
