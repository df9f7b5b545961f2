/** What of a comparison ends with a failure. */
export const COMPARE_FAIL_ON = ['worse', 'regressed', 'none'] as const

export interface CompareOptions {
  readonly failOn: (typeof COMPARE_FAIL_ON)[number]
  readonly json?: true
}
