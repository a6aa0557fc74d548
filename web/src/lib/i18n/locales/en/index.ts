import app from './app.json';
import auth from './auth.json';
import board from './board.json';
import common from './common.json';
import errors from './errors.json';
import game from './game.json';
import home from './home.json';
import matchmaking from './matchmaking.json';
import online from './online.json';
import rules from './rules.json';
import settings from './settings.json';
import table from './table.json';
import themes from './themes.json';
import ui from './ui.json';

/** The English texts of the first page. They are also the type of all keys (i18next.d.ts). */
export default {
  app,
  auth,
  board,
  common,
  errors,
  game,
  home,
  matchmaking,
  online,
  rules,
  settings,
  table,
  themes,
  ui,
};
