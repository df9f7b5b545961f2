import { z } from 'zod'

/** The database supports neither zero characters nor lone surrogates. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
const NOT_STORABLE = 'must not contain a NUL character or an unpaired surrogate'
/** Line breaks and invisible characters. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u

/** Name or word: not empty, on one line. */
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

/** Maximum length of a branch name in any file system. */
const BRANCH_CHARS_MAX = 255

/** Branch name that programs cannot confuse with other arguments. See git-check-ref-format(1). */
export const BranchName = line(BRANCH_CHARS_MAX).refine(
  (name) => !name.startsWith('-') && !/[\s~^:?*[\\]|\.\./.test(name),
  'must be a valid branch name',
)
