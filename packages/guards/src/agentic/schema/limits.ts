/**
 * Bounds of what a schema of arguments may cost. Checking takes time proportional to the schema times the arguments, so
 * both are bounded, and so is their product. All of these are ours.
 */

/** Characters of a schema as JSON. */
export const SCHEMA_CHARS_MAX = 65_536

/** Schemas within schemas, each reference counted as a copy of what it refers to. */
export const SCHEMA_COST_MAX = 5_000

/**
 * The same of a schema that comes with a call: anybody with a key can send a new one with every request, and compiling it
 * holds up everybody else for some tenths of a millisecond a part.
 */
export const SENT_SCHEMA_CHARS_MAX = 32_768
export const SENT_SCHEMA_COST_MAX = 400

/** Schemas within each other. Bodies nest at most 64 levels, and a property takes two. */
export const SCHEMA_DEPTH_MAX = 32

/** Values in the arguments of one call, times the cost of the schema: half a second at worst, microseconds as a rule. */
export const CHECK_STEPS_MAX = 5_000_000

/** Steps of all patterns of a schema on the arguments of one call: a third of a second at worst. */
export const PATTERN_STEPS_MAX = 20_000_000

/** Compiled schemas kept over tenants and requests; equal schemas are one. */
export const SCHEMAS_KEPT_MAX = 256

/** Broken rules that a result lists. */
export const PROBLEMS_MAX = 10

/** Characters of a place that a message shows; names of arguments come from the caller. */
export const PLACE_CHARS_MAX = 120
