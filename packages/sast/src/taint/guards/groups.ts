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
  /** Arguments of programs: one that begins with a dash is an option. */
  | 'option'
  /** How much of something there is, and which place of a list. */
  | 'size'
  /** What something is divided by. */
  | 'divisor'
  /** Harm that does not depend on the letters of a value: what is told to whom, what was given back. */
  | 'none'
  /** Nothing is said of it. */
  | 'other'

const GROUPS: readonly (readonly [RuleGroup, string])[] = [
  ['command', '77 78'],
  ['option', '88'],
  ['query', '89 90 91 564 643 652'],
  ['document', '943'],
  ['path', '22 23 35 36 59 73 98 99 434 829'],
  ['address', '601 918 926 939 940 942 346'],
  ['page', '79 80 83 116'],
  ['code', '94 95 96 470 917 1336 1427 74'],
  ['line', '93 113 117 644'],
  ['object', '502 913 915 1321'],
  ['size', '119 120 121 122 124 125 126 127 129 131 190 191 193 195 400 606 674 770 787 789 1284'],
  ['divisor', '369'],
  [
    'none',
    '134 170 200 201 209 215 312 319 359 401 415 416 532 538 566 598 639 672 762 825 862 863 284 285 306 287 208 338',
  ],
  ['none', '327'],
]

/** Whether letters of a value say nothing of the harm that it does. */
export function isBeyondLetters(group: RuleGroup): boolean {
  return group === 'none' || group === 'size' || group === 'divisor'
}

/** What is known of a value that is enough only with something else. */
export type Half = 'parents' | 'slashes' | 'above' | 'below' | 'schemes' | 'doubles' | 'backslashes'

/**
 * What stands behind the rules of a file in lists of those for which a value is harmless: groups, so that rules that say nothing
 * of the file know of it, too; then those of which numbers are harmless, and truth values; then what is
 * enough only with something else: it has no `..`, no `/`, is not below 0, is not above something, has no scheme, begins with no `//`,
 * has no `\\`.
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
  'option',
  'size',
  'divisor',
  'numbers',
  'booleans',
  'parents',
  'slashes',
  'above',
  'below',
  'schemes',
  'doubles',
  'backslashes',
] as const satisfies readonly (RuleGroup | Kind)[]

type Kind = 'numbers' | 'booleans' | Half

const KINDS: ReadonlySet<string> = new Set<Kind>([
  'numbers',
  'booleans',
  'parents',
  'slashes',
  'above',
  'below',
  'schemes',
  'doubles',
  'backslashes',
])

/** The groups that are meant, as numbers from 0. */
export function groupsThat(isMeant: (group: RuleGroup) => boolean): readonly number[] {
  return ALL.flatMap((group, index) => (isGroup(group) && isMeant(group) ? [index] : []))
}

function isGroup(one: RuleGroup | Kind): one is RuleGroup {
  return !KINDS.has(one)
}

/** The number of those that say that numbers or truth values are harmless, or of what is half enough. */
export function kindNumber(kind: Kind): number {
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
