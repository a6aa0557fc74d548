/**
 * What every visit needs comes in a few pieces that compress well and change at different times. Left alone, the bundler
 * would make a file of each module that two pages share: dozens of requests, a fifth more bytes.
 */
export const chunks = [
  {
    name: 'vendor',
    test: /node_modules\/(?!.*(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.)(react|react-dom|scheduler|i18next|react-i18next|react-router|@tanstack\/(react-query|query-core)|zustand|react-error-boundary)\//,
  },
  {
    name: 'shared',
    test: /web\/src\/(lib\/(toast|api|apiError|coins|errors|notifyError|OptionalPart|lazyComponent|navigation|page(?!Visible)|queryClient|roomLink|splash|storage|nextTask|uniqueId|a11y|i18n\/\w+\.ts|realtime\/status|state\/(?!screen|mode))|entities\/session\/session|components\/(board\/geometry|brand\/[Ww]ordmark|ui\/(cx|Button|Spinner|Toaster)\b)|features\/rooms\/lazy)|packages\/contract\/src\/(client|routes)|packages\/domain\/src\/(bets|limits|text|rules\/(board|lines|difficulty))\./,
  },
  {
    name: 'home',
    test: /web\/src\/(entities\/(player(?!\/profile)|room)|components\/(avatar-decorations\/(AvatarDecoration\.|decorationIds)|ui\/(Avatar|AvatarButton|Badge)\.|board\/(Board|Cell)|pieces\/(Piece\.|PieceIcon|ClassicPiece)|brand\/Coin|game-view\/(GameView|PlayerStrip|MoveStrip|ActionBar|Countdown|announceMove|moveErrors))|features\/(local-game\/(model\/(store|localGame|computer)|components\/Local(GameView|Actions))|quick-match\/model|online-game\/(model\/(?!chat|emojis)|components\/PendingGameView)|home\/components\/(HomePage|HomeMenu\.|HomeLayout|ModeSelector|TopBar))|lib\/(savedGames|state\/(screen|mode)|realtime\/connection|sound))|packages\/contract\/src\/constants|packages\/domain\/src\/progress\.|packages\/domain\/src\/rules\/(?!ai|solver|review|transcript)/,
  },
  {
    name: 'live',
    test: /node_modules\/@tanstack\/.*(useInfiniteQuery|infiniteQueryObserver)\.|web\/src\/(app\/(Realtime|handlers)|features\/(rematch\/components\/RematchNotices|progress\/(api|components\/ProgressNotices)|rooms\/(model|components\/RoomNotices)|friends\/(components\/FriendChats|model\/friendChat)|(chat|gifts)\/model|presence\/(model|api)|online-game\/model\/(chat|emojis)|achievements\/model\/unlocked|home\/components\/UnreadCount)|components\/(game-view\/confetti|emojis)|lib\/(copy|useNear|digits|useNow|realtime\/connect\.)|entities\/(session\/useStakeLimit|player\/profile))/,
  },
  // Shared by the sign-in page, cards and dialogs; no first screen has a command of its own.
  {
    name: 'controls',
    test: /node_modules\/@tanstack\/.*(useMutation|mutationObserver)\.|components\/(board\/MiniBoard|ui\/(SegmentedControl|Card|TextField|FormAlert))|features\/auth\/(components\/(LanguageSelect\.|Auth\.module)|model\/demo\.)|lucide-react\/.*\/icons\/(languages|play|pause|check|eye)\./,
  },
  // What the cards around the board are made of: a request each would take a slow network longer than all of them.
  {
    name: 'cards',
    test: /web\/src\/(features\/(home\/components\/(ConnectionQuality|HomeSide|FirstSteps|InstallHint|StatsCard)|auth\/components\/KeepProgress|local-game\/components\/(ComputerSetup|ComputerRecord|DifficultySetting|SideSetting)|rules\/components\/RulesCard)|components\/computer\/)|lucide-react\/.*\/icons\/(shield-check|chevron-right|share|award)\./,
  },
  {
    name: 'forms',
    test: /node_modules\/zod\/|packages\/(contract\/src\/forms|domain\/src\/text)|web\/src\/(lib\/form|features\/auth\/(model\/failure|components\/(PasswordField|RegisterForm|fieldError)))\./,
  },
];

/** Where the drawings go that most players never meet: apart, so that they are not fetched ahead. */
export const cosmetics = /components\/(pieces\/styles|avatar-decorations\/(?!AvatarDecoration\.))/;
