import type { ServiceDescription } from '@fifteen/runtime';

/** Returns a service with one method only, for a test server that implements no other. */
export const serviceWithMethod = <S extends ServiceDescription, K extends keyof S['methods'] & string>(
  service: S,
  method: K,
): { fullName: string; methods: Pick<S['methods'], K> } => ({
  fullName: service.fullName,
  methods: { [method]: service.methods[method] } as Pick<S['methods'], K>,
});
