/** A value, or the promise of one: most checks answer at once, and a promise for each piece of a stream would cost more than they. */
export type Maybe<Value> = Value | Promise<Value>

/** What follows from a value, at once if it is there. */
export function after<Value, Next>(value: Maybe<Value>, follow: (value: Value) => Maybe<Next>): Maybe<Next> {
  return value instanceof Promise ? value.then((there) => follow(there)) : follow(value)
}
