import { z } from 'zod'

/** The database holds neither zero characters nor halves of characters. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
const NOT_STORABLE = 'must not contain a NUL character or an unpaired surrogate'
/** What starts a new line, or is not seen at all. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u

/** A name or a word: something, on one line. */
export const line = (chars_max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(chars_max)
    .refine(storable, NOT_STORABLE)
    .refine((value) => !CONTROL.test(value), 'must be a single line')

/** Prose, also none. */
export const text = (chars_max: number) => z.string().max(chars_max).refine(storable, NOT_STORABLE)

/** Longer than any file system lets git keep a branch. */
const BRANCH_CHARS_MAX = 255

/** A name of a branch that programs take for nothing else. See git-check-ref-format(1). */
export const BranchName = line(BRANCH_CHARS_MAX).refine(
  (name) => !name.startsWith('-') && !/[\s~^:?*[\\]|\.\./.test(name),
  'must be a valid branch name',
)
