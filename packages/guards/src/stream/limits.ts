/** docs/spec/guard.md §8: characters of accumulated output between two runs of the fast guards. */
export const FAST_STEP_CHARS = 160
/**
 * Fast guards that withhold text check more often than that, most often at the start of a text: the characters between two
 * checks up to each place. All are divisors of {@link FAST_STEP_CHARS}. One check costs as much as 600 characters do.
 */
export const FINE_STEPS: readonly (readonly [upTo_chars: number, step_chars: number])[] = [
  [160, 20],
  [640, 40],
  [Number.POSITIVE_INFINITY, FAST_STEP_CHARS],
]
/** The longest step of those guards, unless the caller sets another. */
export const FINE_STEP_CHARS_MAX = 80
/** The shortest step: text is cut at its multiples, so that released text does not depend on the pieces in which text arrives. */
export const FINE_STEP_CHARS_MIN = 20
/** docs/spec/guard.md §8: characters of accumulated output between two runs of the medium and slow guards. */
export const SLOW_STEP_CHARS = 800

/**
 * Most characters that are withheld for the sake of something that has begun and not ended: the longest secrets (an RSA key
 * of 16,384 bits in PEM has 13,000) are shorter. What is longer than this may leave in part before it is complete. Invisible
 * characters, piled-up marks and the codes that a text ends in do not count, and a run of blanks counts as one: they would
 * push out what is withheld.
 */
export const OPEN_CHARS_MAX = 16_384

/** Text before the place that is decided on, which a window holds for the words that speak for or against a finding. */
export const BEFORE_CHARS = 448
/** Where characters stand among it that nobody sees, it is searched for so far back. */
export const BEFORE_UNSEEN_CHARS_MAX = 4_000
/** A window begins at a blank, if one stands within so many characters; half a word would be read as another. */
export const BLANK_CHARS_MAX = 64

/** Guards that judge a whole text see so many steps of a long one, beside all of it each time that it has doubled. */
export const WHOLE_STEPS = 5

/** The sentence that is not complete is withheld from a guard that judges, up to this length. */
export const SENTENCE_CHARS_MAX = 400

/** What a guard that declares no reach of its own is given. */
export const REACH_DEFAULT = 256

/** Letters after which encodings and spellings are recognised for what they are; a smaller reach is raised to this. */
export const REACH_DECODED_MIN = 64

/** A text that is withheld for this long already is checked at wider steps: nothing can leave meanwhile. */
export const WIDE_STEP_FROM_CHARS = 2_048

/** What stops a stream is looked for in all that came, as often as need be up to this length, … */
export const CONFIRM_ALWAYS_CHARS = 4_000
/** … and in longer texts when they have grown by this factor, so that the work stays linear; till then nothing leaves. */
export const CONFIRM_GROWTH = 1.25
