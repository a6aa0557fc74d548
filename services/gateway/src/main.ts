import { loadConfig, runService } from '@fifteen/runtime';
import { gatewayConfig } from './config.ts';
import { startGatewayService } from './service.ts';

await runService('gateway', loadConfig(gatewayConfig), startGatewayService);
