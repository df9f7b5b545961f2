/** Longest name that a message holds: names come from outside, and a person reads no more of one. */
const NAME_CHARS_MAX = 128

/** A name as messages show it. */
export function shown(name: string): string {
  return name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX)}…` : name
}
