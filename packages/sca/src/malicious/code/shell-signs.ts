import type { Sign } from './sign.ts'

/** Maximum length of a line: handwritten commands are shorter. */
const LINE_UNITS_MAX = 4_000

const LEAVES = /\b(?:curl|wget|nc|ncat|netcat|telnet|Invoke-WebRequest|iwr)\b/
const ASKS_NAMES = /\b(?:nslookup|dig|ping|host)\s/
const EVERY_VARIABLE = /\$\((?:env|printenv|set|export)\b|`(?:env|printenv|set)`|\b(?:env|printenv)\s{0,4}\|/
const TOKEN =
  /\$\{?(?:NPM_TOKEN|NODE_AUTH_TOKEN|GITHUB_TOKEN|GH_TOKEN|AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|CI_JOB_TOKEN|TWINE_PASSWORD)\b/
/** Tokens in a header are for the server that issued them. */
const HEADER = /(?:-H|--header|-u|--user)[\s=]/
const KEY_FILE =
  /(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|\/root)[\\/]\.(?:ssh|aws|npmrc|pypirc|git-credentials|docker|kube|gnupg)\b/
const MACHINE =
  /\$\(\s{0,4}(?:whoami|hostname|id)\b|`(?:whoami|hostname|id)\b|\$\{?HOSTNAME\b|%(?:USERNAME|COMPUTERNAME)%/
const DECODED_RUN =
  /(?:base64\s{1,4}(?:-d|-D|--decode)|xxd\s{1,4}-r)[^|\n]{0,60}\|\s{0,4}(?:sudo\s{1,4})?(?:\/bin\/)?(?:ba|z|da)?sh\b|\beval\s[^\n]{0,200}base64\s{1,4}(?:-d|-D|--decode)/

/** Returns indicators in shell commands, line by line: data flows from one end of a line to the other. */
export function shellSigns(text: string): readonly Sign[] {
  const found: Sign[] = []
  let start = 0
  while (start < text.length) {
    const lineEnd = text.indexOf('\n', start)
    const end = lineEnd === -1 ? text.length : lineEnd
    const line = text.slice(start, Math.min(end, start + LINE_UNITS_MAX))
    if (!line.trimStart().startsWith('#')) found.push(...lineSigns(line, start))
    start = end + 1
  }
  return found
}

function lineSigns(line: string, start: number): readonly Sign[] {
  if (DECODED_RUN.test(line)) {
    return [{ kind: 'runs-decoded', weight: 6, start, says: 'decodes data and runs it in a shell' }]
  }
  if (ASKS_NAMES.test(line) && MACHINE.test(line)) {
    const says = 'sends data about this machine in DNS queries'
    return [{ kind: 'sends-by-names', weight: 6, start, says }]
  }
  if (!LEAVES.test(line)) return []
  if (EVERY_VARIABLE.test(line)) {
    return [{ kind: 'sends-environment', weight: 7, start, says: 'sends all environment variables over the network' }]
  }
  if (KEY_FILE.test(line)) {
    return [{ kind: 'sends-credentials', weight: 6, start, says: 'sends a credential file over the network' }]
  }
  if (TOKEN.test(line) && !HEADER.test(line)) {
    return [{ kind: 'sends-credentials', weight: 4, start, says: 'sends a token over the network' }]
  }
  return MACHINE.test(line)
    ? [{ kind: 'sends-host', weight: 3, start, says: 'sends the user name and host name of this machine' }]
    : []
}
