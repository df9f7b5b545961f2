/**
 * Limits for the cost of untrusted patterns. Time is proportional to text times program, so that the limit of the program is the important
 * one; the others limit the compile time. RE2 has the same kinds of limits.
 */

/** Maximum length of one pattern in UTF-16 code units. */
export const PATTERN_UNITS_MAX = 4_096

/** Highest count in `{n,m}`, as in RE2. */
export const REPEAT_COUNT_MAX = 1_000

/** Maximum number of capturing groups per pattern: each round of a loop resets its inner groups. */
export const CAPTURE_GROUPS_MAX = 100

/** Groups within groups. */
export const PATTERN_NESTING_MAX = 100

/** Maximum number of instructions per compiled pattern; repetition multiplies its content. */
export const PROGRAM_INSTRUCTIONS_MAX = 5_000

/** Maximum number of character classes per program; each is a column of every automaton state. */
export const CHARACTER_CLASSES_MAX = 1_000

/** Maximum number of `\p{…}` per pattern: each property takes some milliseconds at its first use. */
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

/** Number of positions whose automaton states are stored while spans are read; limits memory for long texts. */
export const BACKWARD_BLOCK_UNITS = 1_024

/** Of a literal that a pattern needs, so many units are looked for in the common first pass of a set. */
export const PREFILTER_LITERAL_UNITS_MAX = 8

/** Maximum number of alternative required literals; patterns with more skip the prefilter. */
export const PREFILTER_LITERALS_MAX = 8

/** Minimum length of a literal: shorter ones occur in too many texts to exclude a pattern. */
export const PREFILTER_LITERAL_UNITS_MIN = 2
