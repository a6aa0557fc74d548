export { runAdminTool, type AdminOutput } from './admin-tool.ts';
export { withLongTimeout } from './long-timeout.ts';
export { serviceWithMethod } from './service-with-method.ts';
export { changesBetween, processes } from './process-health.ts';
export { Random, spoiled } from './random.ts';
export { scaleCases as scaled, testSeed } from './scale.ts';
export { scratchDatabase, testDatabase, type TestDatabase } from './test-database.ts';
export { testServers, type TestServers } from './test-servers.ts';
export type { Server } from './servers/server.ts';
