import achievements from './achievements.json';
import again from './again.json';
import blocks from './blocks.json';
import chat from './chat.json';
import friends from './friends.json';
import games from './games.json';
import gifts from './gifts.json';
import leaderboard from './leaderboard.json';
import player from './player.json';
import presence from './presence.json';
import profile from './profile.json';
import progress from './progress.json';
import quickMatch from './quickMatch.json';
import review from './review.json';
import rooms from './rooms.json';
import share from './share.json';
import shop from './shop.json';
import shortcuts from './shortcuts.json';
import tutorial from './tutorial.json';

/** The English texts that the first page does not need. They are also the type of all keys (i18next.d.ts). */
export default {
  achievements,
  again,
  blocks,
  chat,
  friends,
  games,
  gifts,
  leaderboard,
  player,
  presence,
  profile,
  progress,
  quickMatch,
  review,
  rooms,
  share,
  shop,
  shortcuts,
  tutorial,
};
