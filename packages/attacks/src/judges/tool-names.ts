/** Maximum length of a compared name: longer strings are not names. */
const NAME_UNITS_MAX = 300

/** Returns whether a tool name matches a pattern: the entire name, or the part after the server name. */
export function isToolNamed(name: string, pattern: string): boolean {
  return spellingsOf(name).some((spelling) => matchesPattern(spelling, pattern.toLowerCase()))
}

/** `mailbox/sendMail` is `mailbox_send_mail` and `send_mail`. */
function spellingsOf(name: string): readonly string[] {
  const said = name.slice(0, NAME_UNITS_MAX)
  const own = said.split(/[/.:]|__/).findLast((part) => part !== '') ?? ''
  return [wordsOf(said), wordsOf(own)]
}

function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
}

/** Matches each part between stars at its first position after the previous part: without backtracking. */
function matchesPattern(name: string, pattern: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop()
  if (end === undefined) return name === start
  if (!name.startsWith(start)) return false
  let from = start.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return name.length - end.length >= from && name.endsWith(end)
}
