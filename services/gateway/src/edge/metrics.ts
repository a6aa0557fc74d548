import { histogram } from '@fifteen/runtime';

export const requests = histogram('fifteen_http_request_duration_seconds', 'Duration of HTTP requests.');
