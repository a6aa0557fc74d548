export { addressOf, connectAs, log, serverConfig, tokenOf, tokensOf, UNREACHABLE } from './rpc.ts';
export { serviceEnv } from './environment.ts';
export { collectPushes, openTestNats, type Pushes } from './pushes.ts';
export { testWallets } from './wallets.ts';
