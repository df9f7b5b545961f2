/** Own limit, above any model's. A larger value is an upstream error, and must not exhaust a tenant's quota. */
const TOKENS_MAX = 100_000_000

/** Returns a token count from an upstream; undefined if unusable. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= TOKENS_MAX
    ? value
    : undefined
}
