import { loadConfig, runService } from '@fifteen/runtime';
import { roomConfig } from './config.ts';
import { startRoom } from './service.ts';

await runService('room', loadConfig(roomConfig), startRoom);
