import { z } from 'zod'

/** The database supports neither NUL nor lone surrogates. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
const NOT_STORABLE = 'must not contain a NUL character or an unpaired surrogate'
/** Line breaks and invisible characters. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u

/** Non-empty name or word on one line. */
export const line = (chars_max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(chars_max)
    .refine(storable, NOT_STORABLE)
    .refine((value) => !CONTROL.test(value), 'must be a single line')

/** Text, possibly empty. */
export const text = (chars_max: number) => z.string().max(chars_max).refine(storable, NOT_STORABLE)

/** Maximum length of a branch name in common file systems. */
const BRANCH_CHARS_MAX = 255

/** Branch name that commands cannot confuse with other arguments. See git-check-ref-format(1). */
export const BranchName = line(BRANCH_CHARS_MAX).refine(
  (name) => !name.startsWith('-') && !/[\s~^:?*[\\]|\.\./.test(name),
  'must be a valid branch name',
)
