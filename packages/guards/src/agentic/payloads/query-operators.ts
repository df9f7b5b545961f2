import { wordsOf } from '../tool-words.ts'
import type { ParameterKind } from './parameter-kind.ts'
import type { ValueProblem } from './value-checks.ts'

const OPERATOR: ValueProblem = {
  rule: 'nosql-operator-in-value',
  category: 'nosql_injection',
  title: 'a query operator instead of a single value',
}
const SCRIPT: ValueProblem = {
  rule: 'nosql-script',
  category: 'nosql_injection',
  title: 'a query operator that runs code',
}

const COMPARISONS: ReadonlySet<string> = new Set(
  '$ne $eq $gt $gte $lt $lte $in $nin $exists $regex $not $nor $or $and $type $mod $size $all $elemMatch $expr $jsonSchema'.split(
    ' ',
  ),
)
const SCRIPTS: ReadonlySet<string> = new Set(['$where', '$function', '$accumulator'])
const CREDENTIALS: ReadonlySet<string> = new Set('password passwd pwd passcode otp pin secret token apikey'.split(' '))

/**
 * Returns the problem of a member name. Operators that run code are only allowed in the query of a database tool. Comparisons are only
 * allowed in filters, except on credentials.
 * @param holder name of the parameter or member whose object contains the operator
 */
export function problemOfOperator(member: string, holder: string, kind: ParameterKind): ValueProblem | undefined {
  if (!member.startsWith('$') || kind === 'program') return undefined
  if (SCRIPTS.has(member)) return SCRIPT
  if (!COMPARISONS.has(member)) return undefined
  if (kind !== 'filter') return OPERATOR
  const words = wordsOf(holder)
  return words.some((word) => CREDENTIALS.has(word)) || words.slice(-2).join('') === 'apikey' ? OPERATOR : undefined
}
