/** Maximum length of a name in a message: names are untrusted, and a longer name is not readable. */
const NAME_CHARS_MAX = 128

/** Formats a name for messages. */
export function shown(name: string): string {
  return name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX)}…` : name
}
