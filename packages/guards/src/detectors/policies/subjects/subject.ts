/** A subject that rules forbid, with the words by which a rule names it and a text shows it. */
export interface Subject {
  readonly name: string
  /** Terms by which a rule names the subject. */
  readonly triggers: readonly string[]
  /** Terms that show the subject on their own. */
  readonly strong: readonly string[]
  /** Terms that show it together with another term or with the forbidden act. */
  readonly weak: readonly string[]
}

/**
 * Terms are separated by commas. `invest*` matches every word with that prefix, `slot machine` the two words in sequence, and
 * `hide+income` both words anywhere in one sentence.
 */
export function subject(name: string, triggers: string, strong: string, weak: string): Subject {
  return { name, triggers: listed(triggers), strong: listed(strong), weak: listed(weak) }
}

function listed(terms: string): string[] {
  return terms
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '')
}
