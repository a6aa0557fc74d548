/**
 * Returns the sum of a metric's series over all replicas: NaN while one of them cannot read its value.
 * @throws Error when none of them has the metric
 */
export async function sumOfMetric(urls: readonly string[], name: string): Promise<number> {
  return sumIn(await Promise.all(urls.map(async (url) => (await fetch(url)).text())), name);
}

/** Returns the same of pages of metrics: 0 without any page, as of a site elsewhere. */
export function sumIn(pages: readonly string[], name: string): number {
  const values = pages
    .flatMap((page) => page.split('\n'))
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => Number(line.split(' ').at(-1)));
  if (pages.length > 0 && values.length === 0) throw new Error(`no process has the metric ${name}`);
  return values.reduce((sum, value) => sum + value, 0);
}
