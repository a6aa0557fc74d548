import { histogram } from '@fifteen/runtime';

export const requests = histogram('http_request_duration_seconds', 'HTTP requests.');
