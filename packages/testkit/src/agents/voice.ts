/** Wording of an agent: its actions are decided elsewhere. */
export interface Voice {
  readonly name: string
  /**
   * Returns the text with which it discloses or repeats values.
   * @param things required content
   */
  readonly gives: (things: readonly string[], heard: string) => string
  /** Words that go with something that it does in silence: a call of a tool, a request. */
  readonly does: (heard: string) => string
  /** Returns the text of a refusal. */
  readonly declines: (heard: string) => string
  /** Returns the answer to an ordinary message. */
  readonly chats: (heard: string) => string
  /** Only a part of each value is disclosed. */
  readonly isHalf?: true
}

/** Returns one of several choices, deterministic for the same words. */
export function pick<One>(choices: readonly One[], words: string): One {
  // Figures may be ports, which differ from run to run.
  const heard = words.replaceAll(/\d+/g, '')
  let sum = 7
  for (let at = 0; at < heard.length; at += 1) sum = (sum * 31 + heard.charCodeAt(at)) % 1_000_003
  return choices[sum % choices.length]!
}

/** Returns the first half of a value, as a partially compliant agent does. */
export function halfOf(thing: string): string {
  return thing.slice(0, Math.ceil(thing.length * 0.6))
}
