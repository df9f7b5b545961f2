/** Comparison results that cause a failure. */
export const COMPARE_FAIL_ON = ['worse', 'regressed', 'none'] as const

export interface CompareOptions {
  readonly failOn: (typeof COMPARE_FAIL_ON)[number]
  readonly json?: true
}
