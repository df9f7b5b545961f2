export interface JunitCase {
  readonly name: string
  readonly duration_ms: number
  /** Reason of the failure; absent when it passed. At most one of these three is set. */
  readonly failure?: string
  /** Reason why the test could not run. */
  readonly error?: string
  /** Why it was left out, or could not be decided. */
  readonly skipped?: string
}

/**
 * A report as continuous-integration servers read it.
 * @see https://github.com/testmoapp/junitxml, which describes the form that they share
 */
export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const errors = cases.filter(({ error }) => error !== undefined).length
  const skipped = cases.filter((item) => item.skipped !== undefined).length
  const time = seconds(cases.reduce((sum, { duration_ms }) => sum + duration_ms, 0))
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"${skipped === 0 ? '' : ` skipped="${skipped}"`} time="${time}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(suite)}" ${counts}>`,
    ...cases.map(caseXml(suite)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** As elements are named. */
const OUTCOMES = ['failure', 'error', 'skipped'] as const

function caseXml(suite: string): (junitCase: JunitCase) => string {
  return ({ name, duration_ms, ...reason }) => {
    const head = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}" time="${seconds(duration_ms)}"`
    const reported = OUTCOMES.flatMap((item) =>
      reason[item] === undefined ? [] : `<${item} message="${escaped(reason[item])}"/>`,
    )
    if (reported.length === 0) return `${head}/>`
    return `${head}>\n      ${reported.join('')}\n    </testcase>`
  }
}

function seconds(duration_ms: number): string {
  return (duration_ms / 1_000).toFixed(3)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** XML 1.0 does not allow most control characters, not even as references: they are replaced. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character]!)
    .replace(/[^\x20-\x7e\x80-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
