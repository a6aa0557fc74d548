/** An enum without its zero value, which protobuf uses for an absent field. */
export type Specified<E extends string> = Exclude<E, `${string}_UNSPECIFIED`>;

/** Returns an enum value of another service. Throws for the zero value: a peer that means none leaves the field out. */
export function specified<E extends string>(value: E): Specified<E> {
  if (value.endsWith('_UNSPECIFIED')) throw new Error(`another service sent ${value}`);
  return value as Specified<E>;
}
