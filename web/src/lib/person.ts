import type { Friend } from '@fifteen/contract';

/** Somebody as lists, chats and gifts show them. */
export type Person = Pick<Friend, 'id' | 'username' | 'displayName' | 'profileImageUrl'>;
