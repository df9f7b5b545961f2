/** A verdict that a mutation is known to change, and why. The list may only shrink: one that stays fails the test. */
export interface KnownDeviation {
  readonly mutation: string
  /** The rules' file, from the folder of all rules. */
  readonly group: string
  readonly file: string
  readonly rule: string
  readonly what: 'lost' | 'new'
  /** The line, as it is written in the old file where something is lost, and in the new one where something is new. */
  readonly code: string
  readonly reason: string
}

const PRODUCT = {
  group: 'c/sizes',
  file: 'sizes.c',
  rule: 'c-input-to-allocation',
  what: 'lost',
  code: 'int *list = malloc(count * sizeof(int));',
  reason: 'The rule calls arithmetic harmless but where a pattern writes it, which no variable does.',
} as const

const PATTERN = {
  group: 'kotlin/data',
  file: 'data.test.kt',
  rule: 'kotlin-request-to-regex',
  what: 'lost',
  code: 'return Regex(c).find("aaaa")!!',
  reason: 'What a function returns that is called with a member behind it is not taken for the sink that it holds.',
} as const

const ARRAY = {
  group: 'c/sizes',
  file: 'sizes.c',
  rule: 'c-input-to-index',
  what: 'lost',
  code: 'list[index] = 1;',
  reason: 'What is made by a function of the program is not known to be memory that an index may leave.',
} as const

export const KNOWN: readonly KnownDeviation[] = [
  { mutation: 'extract variable', ...PRODUCT },
  { mutation: 'extract function of a call', ...PRODUCT },
  { mutation: 'extract function of a call', ...ARRAY },
  { mutation: 'move to another file', ...PRODUCT },
  { mutation: 'move to another file', ...ARRAY },
  { mutation: 'extract function of a call', ...PATTERN },
  { mutation: 'move to another file', ...PATTERN },
  {
    mutation: 'extract function of a value',
    group: 'javascript/request-to-page',
    file: 'answers.tsx',
    rule: 'javascript-request-to-redirect',
    what: 'lost',
    code: "return Response.redirect(url.searchParams.get('next'))",
    reason: 'An object of which a part is written anew is not followed into a function that reads another part of it.',
  },
]
