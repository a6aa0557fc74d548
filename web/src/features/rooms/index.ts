export { InviteButton } from './components/InviteButton.tsx';
export { RoomCard } from './components/RoomCard.tsx';
export { RoomNotices } from './components/RoomNotices.tsx';
export { openRoom } from './model/openRoom.ts';
export { addInvitation } from './model/invitations.ts';
export { roomParticipants } from './model/participants.ts';
export { roomMessages, useRoomRequests } from './model/store.ts';
export { RoomReminder } from './lazy.ts';
