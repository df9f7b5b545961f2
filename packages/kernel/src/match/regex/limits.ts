/**
 * Bounds of what an outsider's pattern may cost. Time is proportional to text times program, so the bound on the
 * program is the bound that matters; the others keep the work of compiling small. RE2 has the same kinds of bounds.
 */

/** UTF-16 code units of one pattern. */
export const PATTERN_UNITS_MAX = 4_096

/** Highest count in `{n,m}`, as in RE2. */
export const REPEAT_COUNT_MAX = 1_000

/** Capturing groups of one pattern: each round of a loop forgets those inside it, one by one. */
export const CAPTURE_GROUPS_MAX = 100

/** Groups within groups. */
export const PATTERN_NESTING_MAX = 100

/** Instructions of one compiled pattern; repetition multiplies what it repeats. */
export const PROGRAM_INSTRUCTIONS_MAX = 5_000

/** Kinds of characters that one program tells apart; each is a column of every automaton state. */
export const CHARACTER_CLASSES_MAX = 1_000

/** `\p{…}` in one pattern: each property costs some milliseconds when it is first used. */
export const PROPERTIES_MAX = 32

/** Patterns of one set. */
export const SET_PATTERNS_MAX = 1_000

/** Instructions that share one automaton in a set; a larger set runs several side by side. */
export const SET_GROUP_INSTRUCTIONS_MAX = 10_000

/** Bytes of states and transitions that one automaton caches before it starts afresh. */
export const DFA_CACHE_BYTES_MAX = 1024 * 1024

/**
 * A cache that was filled by fewer than this many code units for each state does not pay (the figure RE2's successors
 * use); the rest of that text is matched without one.
 */
export const DFA_UNITS_PER_STATE_MIN = 10

/** What the runtime adds to each cached state, roughly, in bytes. */
export const DFA_STATE_OVERHEAD_BYTES = 200

/** Positions whose automaton states are held at once while spans are read off; bounds memory on long texts. */
export const BACKWARD_BLOCK_UNITS = 1_024

/** Of a literal that a pattern needs, so many units are looked for in the common first pass of a set. */
export const PREFILTER_LITERAL_UNITS_MAX = 8

/** A pattern that needs one of more literals than this goes without the first pass. */
export const PREFILTER_LITERALS_MAX = 8

/** A shorter literal stands in too many texts to rule a pattern out. */
export const PREFILTER_LITERAL_UNITS_MIN = 2
