import { makeViews } from '../../text/views.ts'

/** Maximum number of decoding passes, because escapes may be nested. */
const ESCAPES_MAX = 3

/** Maximum number of compared spellings of a name, besides its plain form. */
const READINGS_MAX = 4

export interface ResourceName {
  /** As rules are compared with it: composed, lower case, forward slashes, without detours. */
  readonly plain: string
  /** Visually similar names. A stricter rule for one of them applies too. */
  readonly lookalikes: readonly string[]
  /** Why the name is suspicious. */
  readonly problem: 'traversal' | 'control_character' | undefined
}

/** Returns the normalized name of a resource for comparisons. */
export function resourceName(input: string): ResourceName {
  let name = input.normalize('NFKC')
  for (let round = 0; round < ESCAPES_MAX; round += 1) {
    const opened = unescaped(name)
    if (opened === name) break
    name = opened.normalize('NFKC')
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const problem = /[\u0000-\u001f\u007f]/.test(name) ? 'control_character' : undefined
  const seen = name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('\\', '/')
    .toLowerCase()
    .trim()
  const walked = withoutDetours(seen)
  const lookalikes = makeViews(walked.path)
    .views(['normal', 'plain'])
    .slice(0, READINGS_MAX)
    .map(({ text }) => text.toLowerCase())
    .filter((text) => text !== walked.path)
  return { plain: walked.path, lookalikes, problem: walked.escapes ? 'traversal' : problem }
}

/** Decodes `%2e` and similar. Keeps invalid escapes. */
function unescaped(name: string): string {
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Removes empty segments, `.` and `..`, and reports a name that leaves its root. */
function withoutDetours(name: string): { readonly path: string; readonly escapes: boolean } {
  const scheme = /^[a-z][a-z0-9+.-]{0,20}:\/\//.exec(name)?.[0] ?? ''
  const rest = name.slice(scheme.length)
  const isRooted = rest.startsWith('/')
  const steps: string[] = []
  let escapes = false
  for (const step of rest.split('/')) {
    if (step === '' || step === '.') continue
    if (step !== '..') steps.push(step)
    else if (steps.pop() === undefined) escapes = true
  }
  return { path: `${scheme}${isRooted ? '/' : ''}${steps.join('/')}`, escapes }
}
