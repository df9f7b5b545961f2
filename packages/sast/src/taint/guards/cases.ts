import type { Register } from '../ir.ts'
import { NONE } from '../ir.ts'
import type { Conditions } from './conditions.ts'
import type { At } from './definitions.ts'
import { formOfRegex, isRegexText } from './regexes.ts'
import { isText, type Truth, UNKNOWN, YES } from './truth.ts'

/** Returns the facts about a value where one of a case's labels matches. */
export function truthOfCase(conditions: Conditions, [value = NONE, ...wanted]: readonly Register[], at: At): Truth {
  const { values, inside, language } = conditions
  const [first, ...others] = wanted
  // `when /\A[a-z]+\z/`
  if (first !== undefined && others.length === 0 && isRegex(conditions, first, at)) {
    const form = formOfRegex(values, { in: inside, register: first, at }, language)
    return form === undefined ? UNKNOWN : YES({ value, at, proof: { type: 'form', form } })
  }
  const isPlain = wanted.length > 0 && wanted.every((item) => isPlainCase(conditions, item, at))
  return isPlain ? YES({ value, at, proof: { type: 'constant' } }) : UNKNOWN
}

function isRegex(conditions: Conditions, register: Register, at: At): boolean {
  if (conditions.language !== 'ruby') return false
  const node = conditions.last(register, at)?.one.node ?? NONE
  return node >= 0 && isRegexText(conditions.values.text(node))
}

/** Whether a case label equals the value on a match. */
function isPlainCase(conditions: Conditions, wanted: Register, at: At): boolean {
  const constant = conditions.constant(wanted, at)
  if (!isText(constant) || isRegex(conditions, wanted, at)) return false
  switch (conditions.language) {
    // A label may contain wildcards.
    case 'bash':
      return false
    // PHP compares the numeric prefix of a text.
    case 'php':
      return typeof constant === 'string'
    // `is String`
    case 'kotlin':
      return !/^!?(?:is|in)\b/.test(conditions.values.text(conditions.last(wanted, at)?.one.node ?? 0))
    default:
      return true
  }
}
