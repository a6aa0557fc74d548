export { FriendChats } from './components/FriendChats.tsx';
export { PlayerActions } from './components/PlayerActions.tsx';
export { PlayerMenu } from './components/PlayerMenu.tsx';
export { friendOffline, receiveChat } from './model/friendChat.ts';
export { friendsChanged, useFriends } from './model/friends.ts';
export { receiveRequest, useRequests } from './model/requests.ts';
export { FriendsOverlay, InviteOverlay } from './lazy.ts';
