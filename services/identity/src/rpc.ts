import type {
  Account,
  IdentityService,
  Origin as SentOrigin,
  Session as SentSession,
} from '@fifteen/proto/identity';
import type { Access, Handlers } from '@fifteen/runtime';
import { accountsOf, findAccount, type AccountRow } from './accounts.ts';
import { verifyEmail } from './confirmation.ts';
import { createGuest } from './guests.ts';
import { chooseLocale } from './mail/locales.ts';
import type { Origin, Parts } from './parts.ts';
import { pictureOf } from './pictures.ts';
import { updateProfile } from './profile.ts';
import { forgotPassword, resendVerification, resetPassword } from './recovery.ts';
import { register, type CodeSent } from './registration.ts';
import { searchAccounts } from './search.ts';
import { publishMove, sightingsOf } from './seen.ts';
import { authenticate, type Grant, type Session } from './sessions.ts';
import { signIn, signOut } from './sign-in.ts';

/** Idempotency keys are the caller's; more of one than this says nothing. */
const KEY_MAX = 128;

/** People reach their accounts through the gateway only; who somebody is, the services may ask. */
export const access: Access<typeof IdentityService> = {
  createGuest: ['gateway'],
  register: ['gateway'],
  upgradeGuest: ['gateway'],
  login: ['gateway'],
  logout: ['gateway'],
  authenticate: ['gateway'],
  verifyEmail: ['gateway'],
  forgotPassword: ['gateway'],
  resendVerification: ['gateway'],
  resetPassword: ['gateway'],
  getAccounts: ['gateway', 'leaderboard', 'admin'],
  sightings: ['leaderboard'],
  search: ['gateway'],
  updateProfile: ['gateway'],
  getPicture: ['gateway'],
  findAccount: ['admin'],
};

export const handlers = (parts: Parts): Handlers<typeof IdentityService> => ({
  createGuest: async ({ origin }) => toGrant(await createGuest(parts, from(origin))),
  register: async (request) => toFlow(await register(parts, { ...request, origin: from(request.origin) })),
  upgradeGuest: async (request) =>
    toFlow(await register(parts, { ...request, origin: from(request.origin) }, request.userId)),
  login: async (request) => {
    const outcome = await signIn(parts, { ...request, origin: from(request.origin) });
    return {
      outcome:
        'token' in outcome
          ? { $case: 'granted', value: toGrant(outcome) }
          : { $case: 'needsVerification', value: toFlow(outcome) },
    };
  },
  logout: async ({ token }) => {
    await signOut(parts, token);
    return {};
  },
  authenticate: async ({ token, renewCookie, origin }) => {
    const session = await authenticate(parts.db, token, renewCookie);
    if (origin) await publishMove(parts, session.account.id, from(origin));
    return toSession(session);
  },
  verifyEmail: async ({ origin, idempotencyKey: key, previousToken = '', ...typed }) => {
    const proof = { ...typed, previousToken, key: key.slice(0, KEY_MAX), origin: from(origin) };
    const { userId, grant } = await verifyEmail(parts, proof);
    return { userId, grant: grant && toGrant(grant) };
  },
  forgotPassword: async (request) =>
    toFlow(await forgotPassword(parts, { ...request, origin: from(request.origin) })),
  resendVerification: async (request) =>
    toFlow(await resendVerification(parts, { ...request, origin: from(request.origin) })),
  resetPassword: async ({ origin, idempotencyKey: key, ...typed }) => {
    await resetPassword(parts, { ...typed, key: key.slice(0, KEY_MAX), ip: from(origin).ip });
    return {};
  },
  getAccounts: async ({ ids }) => ({ accounts: (await accountsOf(parts.db, ids)).map(toAccount) }),
  sightings: async ({ userIds }) => ({ sightings: await sightingsOf(parts.db, userIds) }),
  search: async ({ name }) => ({ accounts: (await searchAccounts(parts.db, name)).map(toAccount) }),
  updateProfile: async (request) => toAccount(await updateProfile(parts, request)),
  getPicture: async ({ name }) => ({ bytes: await pictureOf(parts.db, name) }),
  findAccount: async ({ name }) => toAccount(await findAccount(parts.db, name)),
});

const from = (origin: SentOrigin | undefined): Origin => ({
  ip: origin?.ip ?? '',
  locale: chooseLocale(origin?.locale ?? ''),
  device: (origin?.device ?? '').slice(0, KEY_MAX),
  deviceCarried: origin?.deviceCarried ?? false,
});

const toFlow = ({ cookie, email }: CodeSent): { flow: string; email: string } => ({ flow: cookie, email });

const toGrant = ({ token, session }: Grant): { token: string; session: SentSession } => ({
  token,
  session: toSession(session),
});

const toSession = ({ id, account, expiresAt, cookieDue }: Session): SentSession => ({
  id,
  account: toAccount(account),
  expiresAt,
  cookieDue,
});

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name,
  email: row.email ?? '',
  emailVerified: row.verified,
  guest: row.guest,
  picture: row.picture ?? '',
  createdAt: row.created_at,
  verifiedAt: row.verified_at ?? undefined,
  resetAt: row.reset_at ?? undefined,
});
