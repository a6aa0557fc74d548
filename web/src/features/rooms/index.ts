export { InviteButton } from './components/InviteButton.tsx';
export { RoomCard } from './components/RoomCard.tsx';
export { RoomNotices } from './components/RoomNotices.tsx';
export { entered } from './model/entered.ts';
export { invited } from './model/invitations.ts';
export { roomPeople } from './model/people.ts';
export { roomDesk, useDesk } from './model/store.ts';
export { RoomReminder } from './lazy.ts';
