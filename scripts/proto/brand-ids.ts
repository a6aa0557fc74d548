/** Fields that hold ids of users, games and rooms, by their names in TypeScript, or by `Message.field` where those differ. */
const FIELDS_BY_BRAND: Readonly<Record<'UserId' | 'GameId' | 'RoomId', readonly string[]>> = {
  UserId: [
    ...['userId', 'userIds', 'xUserId', 'oUserId', 'shortUserIds', 'absentUserIds', 'offeredUserIds'],
    ...[
      'playerIds',
      'xPlayerId',
      'oPlayerId',
      'winnerId',
      'abandonedBy',
      'ownerId',
      'viewerId',
      'blockedIds',
      'leaverIds',
      'offlinePlayerId',
    ],
    ...['senderId', 'recipientId', 'inviterId', 'invitedId', 'requesterId', 'requestedId', 'targetId'],
    ...['otherId', 'otherIds', 'among', 'Account.id', 'GetAccountsRequest.ids'],
  ],
  GameId: ['gameId', 'gameIds', 'GameState.id'],
  RoomId: ['roomId', 'RoomState.id'],
};

/** Ids of other things, which are plain strings. A local game is no game of the server. */
const UNBRANDED_FIELDS: readonly string[] = [
  ...['id', 'aggregateId', 'sessionId', 'matchId', 'requestId', 'invitationId', 'levelUpId'],
  ...['itemId', 'giftId', 'emojiId', 'searchId', 'participantId', 'AiTranscript.gameId'],
];

/** Fields that are empty where there is no such user, game or room, so that readers must look. */
const MAY_BE_EMPTY: readonly string[] = [
  ...[
    'GameState.abandonedBy',
    'CreateGameRequest.xPlayerId',
    'FinishStakeRequest.winnerId',
    'Stake.winnerId',
  ],
  ...['StakeRecord.xUserId', 'StakeRecord.oUserId', 'RoomState.gameId', 'GetRoomRequest.roomId'],
  ...['GetRoomRequest.viewerId', 'PresencePush.roomId', 'StartFailed.gameId'],
];

interface IdType {
  readonly brand: keyof typeof FIELDS_BY_BRAND;
  readonly mayBeEmpty: boolean;
}

/** Returns the type of a text field of a message, or null where it is a plain string. */
function idTypeOf(message: string, field: string): IdType | null {
  const names = [`${message}.${field}`, field];
  const [brand] = names.flatMap((name) => {
    if (UNBRANDED_FIELDS.includes(name)) return [null];
    return Object.keys(FIELDS_BY_BRAND).filter((key) =>
      FIELDS_BY_BRAND[key as IdType['brand']].includes(name),
    );
  }) as (IdType['brand'] | null | undefined)[];
  if (brand === undefined && /(^id|Id)s?$/.test(field))
    throw new Error(`${message}.${field} holds ids: name their type in scripts/proto/brand-ids.ts`);
  return brand ? { brand, mayBeEmpty: MAY_BE_EMPTY.includes(`${message}.${field}`) } : null;
}

const MESSAGE = /^(?:export interface |function createBase|export const )(\w+)/;
const PROPERTY = /^( +(\w+)\??: )string(\[\])?(?= \| undefined;|;)/;
const DEFAULT = /(\w+): ""/g;
const DECODED = /^( +message\.(\w+)(?: = |\.push\())reader\.string\(\)/;
const FROM_PARTIAL = /^( +message\.(\w+) = object\.\w+ \?\? )""/;

/**
 * Returns code of ts-proto with the brands of packages/domain in the types of its messages. Its decoders are where ids of
 * requests, responses, events and pushes get their brands.
 */
export function brandIds(code: string): string {
  const used = new Set<string>();
  let message = '';
  const typeOf = (field: string): IdType | null => {
    const type = idTypeOf(message, field);
    if (type) used.add(type.brand);
    return type;
  };
  const cast = (field: string, value: string): string => {
    const type = typeOf(field);
    return type ? `(${value} as ${type.brand})` : value;
  };
  const lines = code.split('\n').map((line) => {
    message = MESSAGE.exec(line)?.[1] ?? message;
    return line
      .replace(PROPERTY, (_, start: string, field: string, list = '') => {
        const type = typeOf(field);
        return `${start}${type?.brand ?? 'string'}${list}${type?.mayBeEmpty ? ` | ''` : ''}`;
      })
      .replace(DEFAULT, (_, field: string) => `${field}: ${cast(field, '""')}`)
      .replace(DECODED, (_, start: string, field: string) => start + cast(field, 'reader.string()'))
      .replace(FROM_PARTIAL, (_, start: string, field: string) => start + cast(field, '""'));
  });
  if (used.size === 0) return code;
  const names = [...used].sort().join(', ');
  lines.splice(
    lines.findLastIndex((line) => line.startsWith('import ')) + 1,
    0,
    `import type { ${names} } from '@fifteen/domain';`,
  );
  return lines.join('\n');
}
