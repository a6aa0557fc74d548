export { addressOf, connectAs, log, serverConfig, tokenOf, tokensOf, UNREACHABLE } from './rpc.ts';
export { serviceEnv } from './environment.ts';
export { openLossyLink } from './lossy-link.ts';
export { collectPushes, openTestNats, type Pushes } from './pushes.ts';
export { testWallets } from './wallets.ts';
