const SUBJECT_CHARS_MAX = 72

/** `sast: treat Flask route params as sources`, with one or more areas: `guard, console: …`, `docs/guide: …`. */
const SUBJECT = /^(?<areas>[a-z0-9][\w.-]*(?:(?:\/|, )[a-z0-9][\w.-]*)*): (?<summary>\S.*)$/

/** `added`, `adding`, `adds`: the summary is an order, `add`. Base verbs with these endings are listed. */
const INFLECTED =
  /^(?:[a-z]{2,}(?:ed|ing)|adds|allows|changes|creates|fixes|improves|makes|moves|removes|renames|updates|uses)$/
const BASE_VERBS = new Set([
  'bring',
  'embed',
  'exceed',
  'feed',
  'need',
  'ping',
  'proceed',
  'seed',
  'shed',
  'speed',
  'string',
])

/** `Reviewed-by: …` alone is no body. */
const TRAILER = /^[A-Z][\w-]+: \S/

export interface Commit {
  readonly hash: string
  readonly subject: string
  readonly body: string
}

/** Returns one sentence for each rule of CONTRIBUTING.md that the message violates. */
export function commitProblems({ subject, body }: Commit): string[] {
  const problems: string[] = []
  const parts = SUBJECT.exec(subject)?.groups
  if (parts === undefined) problems.push('the subject is not `area: imperative summary`')
  if (subject.length > SUBJECT_CHARS_MAX) {
    problems.push(`the subject has ${subject.length} characters; at most ${SUBJECT_CHARS_MAX}`)
  }
  if (subject.endsWith('.')) problems.push('the subject ends with a full stop')
  const verb = parts?.['summary']?.split(' ', 1)[0] ?? ''
  if (INFLECTED.test(verb) && !BASE_VERBS.has(verb))
    problems.push(`"${verb}" is not imperative: write the base form of the verb`)
  if (!body.split('\n').some((line) => line.trim() !== '' && !TRAILER.test(line))) {
    problems.push('there is no body: state the reason and the effect for users after a blank line')
  }
  return problems
}
