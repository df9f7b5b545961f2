import type { Marks, SpotKind } from './marks.ts'
import type { Sign } from './sign.ts'

/** Checks one position, with sticky expressions that read a bounded number of characters. */
type SignReader = (text: string, start: number) => Omit<Sign, 'start'> | undefined

const WEBHOOK =
  /(?:discord(?:app)?\.com\/api\/webhooks\/\d{15,21}\/[\w-]{40,100}|api\.telegram\.org\/bot\d{6,12}:[\w-]{30,50}|hooks\.slack\.com\/services\/T\w{6,14}\/B\w{6,14}\/\w{16,30})/y
const OUT_OF_BAND =
  /(?:webhook\.site\/[\da-f-]{30,40}|\.(?:oastify\.com|burpcollaborator\.net|interact\.sh|oast\.(?:fun|pro|live|site|online|me))\b)/y
const BARE = /(?:http|ws):\/\/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}\b/y
const TO_SHELL = /(?:curl|wget)\s[^|\n;]{0,400}\|\s{0,8}(?:sudo\s{1,8})?(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh\b/y
const TO_SHELL_INSIDE = /(?:curl|wget)\s[^\n;)]{0,400}/y
const THEN_STARTS =
  /(?:curl|wget)\s[^\n]{0,300}?(?:&&|;)\s{0,8}(?:chmod\s{1,4}(?:\+x|a\+x|[0-7]{3,4})\s|(?:ba)?sh\s|python3?\s|start\s|\.\/)/y
const ENCODED_COMMAND = /powershell[^\n]{0,200}?\s-e(?:nc(?:odedcommand)?)?\s{1,8}['"]?[\w+/=]{40}/iy
const HIDDEN_WINDOW = /powershell[^\n]{0,300}?-w(?:indowstyle)?\s{1,8}hidden/iy
const DOWNLOADS =
  /(?:downloadstring\(|downloadfile\(|(?:iwr|invoke-webrequest)\s[^\n]{0,60}?https?:)[^\n]{0,300}?(?:iex\b|invoke-expression|start-process)/iy
const EVALUATED = /(?:iex|invoke-expression)[\s(]/i
const LOLBIN =
  /(?:certutil[^\n]{0,80}-urlcache|mshta(?:\.exe)?\s{1,8}https?:|bitsadmin[^\n]{0,80}\/transfer|regsvr32[^\n]{0,80}\/i:http)/iy

const LOOKS: Readonly<Partial<Record<SpotKind, SignReader>>> = {
  webhook: (text, start) =>
    matches(WEBHOOK, text, start)
      ? {
          kind: 'known-collector',
          weight: 4,
          says: 'contains a chat webhook URL with its key, which can receive stolen data',
        }
      : undefined,
  collector: (text, start) =>
    matches(OUT_OF_BAND, text, start)
      ? { kind: 'known-collector', weight: 4, says: 'contains the address of a request-capture service' }
      : { kind: 'known-collector', weight: 1, says: 'contains a host for anonymous uploads or request capture' },
  address: (text, start) => {
    BARE.lastIndex = start
    const [, ...parts] = BARE.exec(text) ?? []
    return parts.length === 3 && isPublic(parts.map(Number))
      ? { kind: 'bare-address', weight: 2, says: 'connects to a bare IP address instead of a host name' }
      : undefined
  },
  reverse: (text, start) => {
    const near = text.slice(Math.max(0, start - 400), start + 400)
    if (text.startsWith('/dev/tcp/', start)) return shell(/\bbash\b|\bsh -i|exec \d/.test(near))
    if (text.startsWith('-e', start)) return shell(/\b(?:nc|ncat|netcat)\b/.test(near))
    return shell(near.includes('socket') && /\/bin\/(?:ba)?sh|cmd\.exe/.test(near))
  },
  shell: (text, start) => {
    const near = text.slice(Math.max(0, start - 600), start + 600)
    const isWired =
      /spawn\s?\(|\bexec\s?\(/.test(near) && /\.pipe\(/.test(near) && /\bnet\b|[sS]ocket|\bconnect\(/.test(near)
    return shell(isWired)
  },
  fetches: (text, start) => {
    if (matches(TO_SHELL, text, start))
      return { kind: 'pipes-to-shell', weight: 2, says: 'downloads a script and pipes it to a shell' }
    if (matches(THEN_STARTS, text, start))
      return { kind: 'fetches-and-starts', weight: 2, says: 'downloads a file and runs it' }
    const before = text.slice(Math.max(0, start - 24), start)
    return /\b(?:ba|z)?sh\s{1,4}(?:-c\s{1,4}["'\\]{0,3}\$\(|<\(|-c\s{1,4}["'\\]{0,3}`)$/.test(before) &&
      matches(TO_SHELL_INSIDE, text, start)
      ? { kind: 'pipes-to-shell', weight: 2, says: 'downloads a script and runs it in a shell' }
      : undefined
  },
  windows: (text, start) => {
    if (matches(ENCODED_COMMAND, text, start))
      return { kind: 'runs-decoded', weight: 6, says: 'starts PowerShell with an encoded command' }
    if (matches(LOLBIN, text, start))
      return {
        kind: 'runs-download',
        weight: 4,
        says: 'downloads a file with a Windows system tool that is intended for other purposes',
      }
    const isRun =
      matches(DOWNLOADS, text, start) ||
      (/^(?:download|iwr [^\n]{0,40}http|invoke-w)/i.test(text.slice(start, start + 60)) &&
        EVALUATED.test(text.slice(Math.max(0, start - 200), start)))
    if (isRun) return { kind: 'runs-download', weight: 5, says: 'downloads and runs code with PowerShell' }
    return matches(HIDDEN_WINDOW, text, start)
      ? { kind: 'out-of-sight', weight: 2, says: 'starts PowerShell in a hidden window' }
      : undefined
  },
  persists: (text, start) => {
    const near = text.slice(Math.max(0, start - 400), start + 400)
    return /writeFile|appendFile|\bexec|spawn|system\(|reg(?:\.exe)? add|SetValueEx|open\(|>>/.test(near)
      ? { kind: 'stays', weight: 2, says: 'installs itself so that it starts automatically' }
      : undefined
  },
}

/** Signs that literals and their neighbours show, without following any value. */
export function textSigns(text: string, marks: Marks): readonly Sign[] {
  const found: Sign[] = []
  for (const [kind, places] of Object.entries(marks.spots)) {
    const look = LOOKS[kind as SpotKind]
    if (look === undefined) continue
    for (const start of places) {
      const sign = look(text, start)
      if (sign !== undefined) found.push({ ...sign, start })
    }
  }
  return [...found, ...walletSigns(text, marks), ...mangledSigns(text, marks)]
}

function matches(expression: RegExp, text: string, start: number): boolean {
  expression.lastIndex = start
  return expression.test(text)
}

function shell(isMeant: boolean): Omit<Sign, 'start'> | undefined {
  return isMeant
    ? {
        kind: 'opens-shell',
        weight: 8,
        says: 'opens a reverse shell',
      }
    : undefined
}

/** Returns whether an IP address is public, by its first three octets. */
function isPublic([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a > 223 || b > 255 || c > 255) return false
  if ((a === 192 && (b === 168 || (b === 0 && c === 2))) || (a === 172 && b >= 16 && b <= 31)) return false
  // Reserved addresses: documentation, link-local, carrier-grade NAT, and common examples.
  if ((a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) || (a === 203 && b === 0 && c === 113))
    return false
  return (
    !(a === 169 && b === 254) && !(a === 100 && b >= 64 && b <= 127) && !(a === 1 && b === 2) && !(a === b && b === c)
  )
}

const LITERAL_WALLET =
  /["'`](?:0x[\da-fA-F]{40}|bc1[a-z\d]{38,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33})["'`]/

function walletSigns(text: string, { spots }: Marks): readonly Sign[] {
  const patterns = spots.wallet ?? []
  const hooks = spots.hooks ?? []
  const [first, second] = patterns
  if (first === undefined || second === undefined || hooks[0] === undefined) return []
  // Expressions for addresses, the hook and addresses of its own: near each other, since libraries have each of them somewhere.
  const from = Math.max(0, first - WALLET_REACH)
  const near = text.slice(from, Math.min(text.length, first + WALLET_REACH))
  const isHooked = hooks.some((at) => Math.abs(at - first) < WALLET_REACH)
  if (!isHooked || second - first > WALLET_REACH || !LITERAL_WALLET.test(near)) return []
  return [
    {
      kind: 'swaps-wallets',
      weight: 7,
      start: first,
      says: 'replaces cryptocurrency wallet addresses with its own',
    },
  ]
}

const WALLET_REACH = 20_000

/** Number of characters per mangled name above which a file counts as obfuscated. */
const MANGLED_SHARE = 60
const MANGLED_MIN = 40
const PUZZLES_MIN = 20

function mangledSigns(text: string, { counts }: Marks): readonly Sign[] {
  const found: Sign[] = []
  if (counts.mangled >= MANGLED_MIN && counts.mangled * MANGLED_SHARE > text.length) {
    found.push({
      kind: 'mangled',
      weight: 4,
      start: Math.max(0, text.indexOf('_0x')),
      says: 'was processed with a code obfuscator',
    })
  }
  if (counts.puzzles >= PUZZLES_MIN) {
    found.push({
      kind: 'mangled',
      weight: 5,
      start: Math.max(0, text.indexOf('[]')),
      says: 'consists only of brackets and symbols (obfuscated JavaScript)',
    })
  }
  return found
}
