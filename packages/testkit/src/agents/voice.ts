/** How an agent puts things: what it does is decided elsewhere. */
export interface Voice {
  readonly name: string
  /**
   * Words with which it hands something over or says what it was told to say.
   * @param things  what has to be in it
   */
  readonly gives: (things: readonly string[], heard: string) => string
  /** Words that go with something that it does in silence: a call of a tool, a request. */
  readonly does: (heard: string) => string
  /** Words with which it turns somebody away. */
  readonly declines: (heard: string) => string
  /** Words that answer somebody who wants nothing of note. */
  readonly chats: (heard: string) => string
  /** Only a part of each thing gets over its lips. */
  readonly isHalf?: true
}

/** One of several, always the same for the same words. */
export function pick<One>(choices: readonly One[], words: string): One {
  // Figures may be ports, which differ from run to run.
  const heard = words.replaceAll(/\d+/g, '')
  let sum = 7
  for (let at = 0; at < heard.length; at += 1) sum = (sum * 31 + heard.charCodeAt(at)) % 1_000_003
  return choices[sum % choices.length]!
}

/** The first half of a thing, which is all that a half-hearted agent says. */
export function halfOf(thing: string): string {
  return thing.slice(0, Math.ceil(thing.length * 0.6))
}
