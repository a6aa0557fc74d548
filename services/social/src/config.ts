import { baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import type { z } from 'zod';

export const socialConfig = baseConfig.extend({ ...postgresConfig, ...natsConfig });

export type SocialConfig = z.output<typeof socialConfig>;
