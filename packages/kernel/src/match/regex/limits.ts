/**
 * Limits for the cost of untrusted patterns. Time is proportional to text times program, so that the program size is the most important
 * limit. The others limit the compile time. RE2 has similar limits.
 */

/** Maximum length of one pattern in UTF-16 code units. */
export const PATTERN_UNITS_MAX = 4_096

/** Highest count in `{n,m}`, as in RE2. */
export const REPEAT_COUNT_MAX = 1_000

/** Maximum number of capturing groups per pattern. Each loop iteration resets its inner groups. */
export const CAPTURE_GROUPS_MAX = 100

/** Maximum nesting of groups. */
export const PATTERN_NESTING_MAX = 100

/** Maximum number of instructions per compiled pattern; repetition multiplies its content. */
export const PROGRAM_INSTRUCTIONS_MAX = 5_000

/** Maximum number of character classes per program. Each is a column of every automaton state. */
export const CHARACTER_CLASSES_MAX = 1_000

/** Maximum number of `\p{…}` per pattern. The first use of a property takes some milliseconds. */
export const PROPERTIES_MAX = 32

/** Maximum number of patterns per set. */
export const SET_PATTERNS_MAX = 1_000

/** Maximum number of instructions per automaton in a set; a larger set runs several. */
export const SET_GROUP_INSTRUCTIONS_MAX = 10_000

/** Maximum size of states and transitions that one automaton caches before it is flushed. */
export const DFA_CACHE_BYTES_MAX = 1024 * 1024

/**
 * Minimum number of code units per state for an effective cache (the value of RE2's successors); otherwise the rest of the text is matched
 * without a cache.
 */
export const DFA_UNITS_PER_STATE_MIN = 10

/** Approximate runtime overhead per cached state, in bytes. */
export const DFA_STATE_OVERHEAD_BYTES = 200

/** Number of positions whose states are stored while spans are read; limits memory for long texts. */
export const BACKWARD_BLOCK_UNITS = 1_024

/** Maximum number of code units of a required literal that the prefilter searches for. */
export const PREFILTER_LITERAL_UNITS_MAX = 8

/** Maximum number of alternative required literals; patterns with more skip the prefilter. */
export const PREFILTER_LITERALS_MAX = 8

/** Minimum length of a required literal. Shorter literals are too frequent to exclude a pattern. */
export const PREFILTER_LITERAL_UNITS_MIN = 2
