/**
 * Own limits: cost of argument schemas. A check takes time proportional to the schema times the arguments, so both are bounded, and so is
 * their product.
 */

/** Characters of a schema as JSON. */
export const SCHEMA_CHARS_MAX = 65_536

/** Maximum number of nested schemas, with each reference counted as a copy of its target. */
export const SCHEMA_COST_MAX = 5_000

/**
 * Same for a schema in a request. Callers can send a new one with every request, and compiling it delays other requests by some tenths of
 * a millisecond per part.
 */
export const SENT_SCHEMA_CHARS_MAX = 32_768
export const SENT_SCHEMA_COST_MAX = 400

/** Maximum depth of nested schemas. Bodies have at most 64 levels, and a property needs two. */
export const SCHEMA_DEPTH_MAX = 32

/** Maximum number of values in the arguments of one call, times the cost of the schema: half a second at worst, usually microseconds. */
export const CHECK_STEPS_MAX = 5_000_000

/** Maximum number of steps of all patterns of a schema on the arguments of one call: a third of a second at worst. */
export const PATTERN_STEPS_MAX = 20_000_000

/** Maximum number of cached schemas for all tenants and requests; equal schemas are shared. */
export const SCHEMAS_KEPT_MAX = 256

/** Broken rules that a result lists. */
export const PROBLEMS_MAX = 10

/** Maximum number of characters of a path in a message; argument names are untrusted. */
export const PLACE_CHARS_MAX = 120
