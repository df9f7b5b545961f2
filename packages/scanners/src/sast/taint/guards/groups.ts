/** What rules are about, as far as it says which values are harmless for them. */
export type RuleGroup =
  | 'command'
  | 'query'
  /** Queries that are objects: a text where one is meant is none. */
  | 'document'
  | 'path'
  | 'address'
  | 'page'
  | 'code'
  | 'line'
  | 'object'
  /** Harm that does not depend on the letters of a value: what is told to whom, sizes, what was given back. */
  | 'none'
  /** Nothing is said of it. */
  | 'other'

const GROUPS: readonly (readonly [RuleGroup, string])[] = [
  ['command', '77 78 88'],
  ['query', '89 90 91 564 643 652'],
  ['document', '943'],
  ['path', '22 23 35 36 59 73 98 99 434 829'],
  ['address', '601 918 939 942 346'],
  ['page', '79 80 83 116'],
  ['code', '94 95 96 470 917 1336 1427 74'],
  ['line', '93 113 117 644'],
  ['object', '502 913 915 1321'],
  ['none', '119 120 121 122 124 125 126 127 129 131 134 170 190 191 193 195 200 201 209 215 312 319 359 369 400 401'],
  ['none', '415 416 532 538 566 598 606 639 672 674 762 770 787 789 825 862 863 284 285 306 287 208 338 327 789 1284'],
]

/**
 * What stands behind the rules of a file in lists of those for which a value is harmless: groups, so that rules that say nothing
 * of the file know of it, too; then those of which numbers are harmless, and truth values.
 */
const ALL = [
  'command',
  'query',
  'document',
  'path',
  'address',
  'page',
  'code',
  'line',
  'object',
  'none',
  'other',
  'numbers',
  'booleans',
] as const satisfies readonly (RuleGroup | 'numbers' | 'booleans')[]

/** The groups that are meant, as numbers from 0. */
export function groupsThat(isMeant: (group: RuleGroup) => boolean): readonly number[] {
  return ALL.flatMap((group, index) => (group !== 'numbers' && group !== 'booleans' && isMeant(group) ? [index] : []))
}

/** The number of those that say that numbers or truth values are harmless. */
export function kindNumber(kind: 'numbers' | 'booleans'): number {
  return ALL.indexOf(kind)
}

/** By what a rule is known in such a list. */
export function groupNumbers(
  cwe: string | undefined,
  { safeNumbers, safeBooleans }: { readonly safeNumbers: boolean; readonly safeBooleans: boolean },
): readonly number[] {
  return [
    ALL.indexOf(groupOf(cwe)),
    ...(safeNumbers ? [kindNumber('numbers')] : []),
    ...(safeBooleans ? [kindNumber('booleans')] : []),
  ]
}

const byNumber = new Map(GROUPS.flatMap(([group, numbers]) => numbers.split(' ').map((one) => [one, group] as const)))

/** @param cwe as a rule gives it, e.g. `CWE-89` */
export function groupOf(cwe: string | undefined): RuleGroup {
  const number = /\d{1,5}/.exec(cwe ?? '')?.[0]
  return (number === undefined ? undefined : byNumber.get(number)) ?? 'other'
}
