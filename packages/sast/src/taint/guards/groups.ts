/** Class of rules with the same safe values. */
export type RuleGroup =
  | 'command'
  | 'query'
  /** Queries that are objects: a text in the place of an object is safe. */
  | 'document'
  | 'path'
  | 'address'
  | 'page'
  | 'code'
  | 'line'
  | 'object'
  /** Program arguments: one that starts with a dash is an option. */
  | 'option'
  /** Size of an allocation, and index into a list. */
  | 'size'
  /** Divisor. */
  | 'divisor'
  /** Weaknesses independent of the letters of a value: information exposure, use of freed values. */
  | 'none'
  /** No known safe values. */
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

/** Whether the harm of a value is independent of its letters. */
export function isBeyondLetters(group: RuleGroup): boolean {
  return group === 'none' || group === 'size' || group === 'divisor'
}

/** Partial fact that proves safety only in combination. */
export type Half = 'parents' | 'slashes' | 'above' | 'below' | 'schemes' | 'doubles' | 'backslashes'

/**
 * Pseudo rules after the rules of a file in lists of rules with a safe value. First come groups, which also apply to rules without an
 * entry in the file. Then come rules with safe numbers, and rules with safe booleans. The rest are partial facts: no `..`, no `/`, not
 * below 0, not above a bound, no scheme, no leading `//`, no `\\`.
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

/** Returns the matching groups, as numbers from 0. */
export function groupsThat(isMeant: (group: RuleGroup) => boolean): readonly number[] {
  return ALL.flatMap((group, index) => (isGroup(group) && isMeant(group) ? [index] : []))
}

function isGroup(item: RuleGroup | Kind): item is RuleGroup {
  return !KINDS.has(item)
}

/** Returns the number of the pseudo rule for safe numbers or booleans, or for a partial fact. */
export function kindNumber(kind: Kind): number {
  return ALL.indexOf(kind)
}

/** Returns the numbers of a rule's groups in such a list. */
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

const byNumber = new Map(GROUPS.flatMap(([group, numbers]) => numbers.split(' ').map((item) => [item, group] as const)))

/** @param cwe as in a rule, e.g. `CWE-89` */
export function groupOf(cwe: string | undefined): RuleGroup {
  const number = /\d{1,5}/.exec(cwe ?? '')?.[0]
  return (number === undefined ? undefined : byNumber.get(number)) ?? 'other'
}
