/** Returns the sum of a metric's series over all replicas: NaN while one of them cannot read its value. */
export async function sumOfMetric(urls: readonly string[], name: string): Promise<number> {
  const pages = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  const values = pages
    .flatMap((page) => page.split('\n'))
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => Number(line.split(' ').at(-1)));
  return values.reduce((sum, value) => sum + value, 0);
}
