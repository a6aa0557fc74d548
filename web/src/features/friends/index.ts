export { FriendChats } from './components/FriendChats.tsx';
export { PlayerActions } from './components/PlayerActions.tsx';
export { PlayerMenu } from './components/PlayerMenu.tsx';
export { friendOffline, hearChat } from './model/chatting.ts';
export { friendsChanged, useFriends } from './model/friends.ts';
export { hearRequest, useRequests } from './model/requests.ts';
export { FriendsOverlay, InviteOverlay } from './lazy.ts';
