/**
 * A value, or the promise of a value: most checks return at once, and a promise for each piece of a stream would cost more than the check.
 */
export type Maybe<Value> = Value | Promise<Value>

/** Applies a function to a value, at once if it is available. */
export function after<Value, Next>(value: Maybe<Value>, follow: (value: Value) => Maybe<Next>): Maybe<Next> {
  return value instanceof Promise ? value.then((there) => follow(there)) : follow(value)
}
