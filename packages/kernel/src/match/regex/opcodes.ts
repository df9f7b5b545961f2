/** Consumes a code point of set `arg` and continues at `out`. */
export const CHAR = 0
/** Continues at `out` or, with lower priority, at `arg`. */
export const SPLIT = 1
export const JUMP = 2
/** Continues if the position satisfies the assertion `arg`. */
export const PLACE = 3
/** Stores the position in slot `arg`. */
export const SAVE = 4
/** Resets the slots from `arg` to `arg2`, for each iteration of a loop. */
export const CLEAR = 5
/** Marks the start of an iteration of loop `arg`. */
export const ENTER = 6
/** Fails if the iteration of loop `arg` was empty. */
export const CHECK = 7
/** Pattern `arg` has matched. */
export const MATCH = 8

export const TEXT_START = 0
export const TEXT_END = 1
export const LINE_START = 2
export const LINE_END_PLACE = 3
export const WORD_EDGE = 4
export const NO_WORD_EDGE = 5
