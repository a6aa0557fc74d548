import { loadConfig, runService } from '@fifteen/runtime';
import { roomConfig } from './config.ts';
import { startRoomService } from './service.ts';

await runService('room', loadConfig(roomConfig), startRoomService);
