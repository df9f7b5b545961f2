/** More than any model takes; an upstream that says so is wrong, and must not use up a tenant's quota for it. */
const TOKENS_MAX = 100_000_000

/** A count of tokens as an upstream tells it; undefined where it is none that can be used. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= TOKENS_MAX
    ? value
    : undefined
}
