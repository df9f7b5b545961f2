import type { FlowReport } from './flow.ts'
import type { Marks } from './marks.ts'
import type { Sign, SignKind } from './sign.ts'
import { CARRIES } from './taints.ts'

/** So many letters written as escapes are no accident. */
const ESCAPED_LETTERS_MIN = 200

/** Returns indicators from the data flow of a source. */
export function flowSigns(text: string, { flows, carried }: FlowReport, marks: Marks): readonly Sign[] {
  const found: Sign[] = []
  const add = (kind: SignKind, weight: number, start: number, says: string) => found.push({ kind, weight, start, says })
  const hasBlob = carried.longestBlob > 0
  for (const { deed, mask, start, isWhole } of flows) {
    const has = (bit: number): boolean => (mask & bit) !== 0
    if (deed === 'evaluates' || deed === 'commands') {
      const isCode = deed === 'evaluates'
      const does = isCode ? 'evaluates as code' : 'runs as a command'
      if (has(CARRIES.decoded) || (has(CARRIES.spelled) && has(CARRIES.blob)))
        add(
          'runs-decoded',
          hasBlob ? 6 : isCode ? 5 : 3,
          start,
          `${does} decoded data${hasBlob ? ' from a long text' : ''}`,
        )
      else if (isCode && has(CARRIES.spelled)) add('runs-decoded', 2, start, `${does} text built from character codes`)
      else if (isCode && has(CARRIES.blob)) add('runs-decoded', 3, start, `${does} a long obfuscated text`)
      if (has(CARRIES.remote))
        add('runs-remote', isCode ? 6 : isWhole ? 5 : 2, start, `${does} data downloaded from the network`)
      if (has(CARRIES.dropped)) add('runs-download', 2, start, 'runs a file that it downloaded')
    } else if (deed === 'defers') {
      if (isWhole && has(CARRIES.decoded)) add('runs-decoded', 4, start, 'evaluates decoded data in a timer')
    } else if (deed === 'loads') {
      if (has(CARRIES.decoded)) add('hidden-names', 4, start, 'loads a module whose name it decodes')
    } else if (deed === 'resolves') {
      // Looking up the own machine's address is legitimate; joined with another name it is not an address.
      const isJoined = has(CARRIES.host) && has(CARRIES.encoded)
      if (isJoined || has(CARRIES.env | CARRIES.rawEnv | CARRIES.credentials))
        add('sends-by-names', 6, start, 'sends data about this machine in DNS queries')
      else if (has(CARRIES.encoded))
        add('sends-by-names', 3, start, 'sends encoded data as host names in network requests')
    } else if (deed === 'sends' || deed === 'leaves') {
      if (has(CARRIES.env | CARRIES.rawEnv))
        add('sends-environment', 7, start, 'sends all environment variables over the network')
      if (has(CARRIES.credentials))
        add('sends-credentials', isLogin(text, start) ? 3 : 6, start, 'sends the contents of credential files')
      if (has(CARRIES.host))
        add(
          'sends-host',
          marks.distinct('host') > 1 ? 3 : 2,
          start,
          'sends the user name and host name of this machine',
        )
    }
  }
  if (carried.hiddenNames.length > 0) {
    const names = [...new Set(carried.hiddenNames)].slice(0, 5).join(', ')
    add('hidden-names', 4, 0, `assembles names from fragments or escape sequences: ${names}`)
  } else if (carried.escapedLetters >= ESCAPED_LETTERS_MIN) {
    add('hidden-names', 2, 0, 'encodes plain ASCII characters as escape sequences')
  }
  return found
}

/** Maximum distance of headers from the start of a call. */
const CALL_UNITS = 600

/** Returns whether a sent value is a login: credentials are sent to their issuer, in a header. */
function isLogin(text: string, start: number): boolean {
  return /authorization|x-api-key|\bapikey\b|\bsignature\b/i.test(text.slice(start, start + CALL_UNITS))
}
