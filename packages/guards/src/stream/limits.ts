/** docs/spec/guard.md §8: characters of accumulated output between two runs of the fast guards. */
export const FAST_STEP_CHARS = 160
/**
 * Smaller steps for fast guards that withhold text, smallest at the start of a text: the number of characters between two checks, up to
 * each offset. All are divisors of {@link FAST_STEP_CHARS}. One check costs as much as 600 characters.
 */
export const FINE_STEPS: readonly (readonly [upTo_chars: number, step_chars: number])[] = [
  [160, 20],
  [640, 40],
  [Number.POSITIVE_INFINITY, FAST_STEP_CHARS],
]
/** Largest step of those guards, unless the caller sets another. */
export const FINE_STEP_CHARS_MAX = 80
/** The shortest step: text is cut at its multiples, so that released text does not depend on the pieces in which text arrives. */
export const FINE_STEP_CHARS_MIN = 20
/** docs/spec/guard.md §8: characters of accumulated output between two runs of the medium and slow guards. */
export const SLOW_STEP_CHARS = 800

/**
 * Maximum number of withheld characters for an unfinished candidate: the longest secrets (an RSA key of 16,384 bits in PEM has 13,000) are
 * shorter. Part of a longer candidate may be sent before it is complete. Invisible characters, stacked marks and the codes at the end of a
 * text do not count, and a run of whitespace counts as one: otherwise they would push out withheld text.
 */
export const OPEN_CHARS_MAX = 16_384

/** Length of context before the decided offset, for words that affect the score of a finding. */
export const BEFORE_CHARS = 448
/** Maximum length of context with invisible characters. */
export const BEFORE_UNSEEN_CHARS_MAX = 4_000
/** Maximum distance of a window's start from a space; half a word would be read as another word. */
export const BLANK_CHARS_MAX = 64

/** Number of steps that guards of whole texts see of a long text, in addition to the whole text each time that its length has doubled. */
export const WHOLE_STEPS = 5

/** The sentence that is not complete is withheld from a guard that judges, up to this length. */
export const SENTENCE_CHARS_MAX = 400

/** Reach of a guard that declares none. */
export const REACH_DEFAULT = 256

/** Number of letters after which encodings are recognizable; a smaller reach is raised to this. */
export const REACH_DECODED_MIN = 64

/** A text that is withheld for this long already is checked at wider steps: nothing can leave meanwhile. */
export const WIDE_STEP_FROM_CHARS = 2_048

/** Up to this length, a blocking result is confirmed on the whole text each time, … */
export const CONFIRM_ALWAYS_CHARS = 4_000
/** … and for longer texts when their length has grown by this factor, so that the work stays linear; until then nothing is released. */
export const CONFIRM_GROWTH = 1.25
