import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, APIResponse } from '@playwright/test';

const RETRIES = 2;
const RETRY_MS = 1_000;

/** Posts as the app does: a call that the product is too busy for is repeated twice, with the same key. */
export async function post(request: APIRequestContext, path: string, data?: object): Promise<APIResponse> {
  const headers = { 'Idempotency-Key': randomUUID() };
  for (let retries = RETRIES; ; retries -= 1) {
    const response = await request.post(path, { headers, ...(data && { data }) });
    if (response.status() !== 503 || retries === 0) return response;
    process.stdout.write(`${path} is repeated after ${await response.text()}\n`);
    await sleep(RETRY_MS);
  }
}
