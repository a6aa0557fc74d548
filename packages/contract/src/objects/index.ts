export * from './around.ts';
export { Achievement, OnlineUser, PlayerInfo, PlayerStats, PublicUser, User } from './people.ts';
export * from './play.ts';
