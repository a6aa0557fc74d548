/** Returns a response of the server. */
export const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
