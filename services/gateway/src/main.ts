import { loadConfig, runService } from '@fifteen/runtime';
import { gatewayConfig } from './config.ts';
import { startGateway } from './service.ts';

await runService('gateway', loadConfig(gatewayConfig), startGateway);
