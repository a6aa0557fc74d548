export * from './around.ts';
export {
  Achievement,
  OnlineUser,
  PlayerInfo,
  PlayerStats,
  PublicUser,
  User,
  UserProfile,
  UserRelation,
} from './people.ts';
export * from './play.ts';
