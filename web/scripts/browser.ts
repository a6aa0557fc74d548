import { type Browser, chromium } from '@playwright/test';

/** The product that is measured: BASE_URL, default http://localhost:8080. */
export const baseURL = process.env.BASE_URL ?? 'http://localhost:8080';

/** Launches the browser of a measurement: CHROMIUM, default Debian's. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });

/** Returns a browser for the functions of `e2e`, which open addresses of the product. Only `newContext` can be called. */
export const withBaseURL = (browser: Browser): Browser =>
  ({ newContext: (options: object) => browser.newContext({ ...options, baseURL }) }) as Browser;
