import type { Emit, PiiEntity, Source } from './entity.ts'
import { isAlnumCode, isDigitCode } from './tokens.ts'

/** RFC 5321 §4.5.3.1: octets of a local part and of a domain. */
const LOCAL_CHARS_MAX = 64
const DOMAIN_CHARS_MAX = 253

/** Top-level domains with most of the world's mail; a country code of two letters counts as known too. */
const KNOWN_TLDS = new Set(
  (
    'com org net edu gov mil int info biz name pro app dev cloud online site tech store shop blog email mobi aero coop ' +
    'museum jobs travel cat asia tel xyz top club live work world agency company email group health law life news ' +
    'page software solutions support systems team today zone africa berlin london nyc paris test example'
  ).split(' '),
)

/** From here on: scripts that are written without spaces, for the most part. */
const UNSPACED_FROM = 0x2e80

/** File extensions after `icon@2x` and similar that look like a top-level domain. */
const FILE_ENDINGS = new Set(
  'png jpg jpeg gif svg webp bmp ico css js mjs ts tsx jsx json map html htm xml yml yaml txt'.split(' '),
)

function scanAts({ text, table }: Source, emit: Emit): void {
  for (const at of table.ats) {
    const end = domainEnd(text, at + 1)
    if (end < 0) continue
    const start = localStart(text, at)
    if (start < 0) continue
    const domain = text.slice(at + 1, end)
    const score = scoreAddress(text, start, text.slice(start, at), domain, end)
    if (score > 0) emit(start, end, score)
  }
}

function scoreAddress(text: string, start: number, local: string, domain: string, end: number): number {
  const tld = domain.slice(domain.lastIndexOf('.') + 1).toLowerCase()
  if (FILE_ENDINGS.has(tld) && /\d/.test(domain)) return 0
  // "git@host:path" names a repository, and "scheme://user:word@host" a login: the secret entity reads the latter.
  if (/^(?:git|hg|svn)$/i.test(local) && (text[end] === ':' || text[end] === '/')) return 0.2
  if (text.slice(Math.max(0, start - 3), start).endsWith('://')) return 0.3
  if (tld.length === 2 || KNOWN_TLDS.has(tld) || tld.startsWith('xn--') || tld.charCodeAt(0) >= 128) return 0.95
  return 0.6
}

function localStart(text: string, at: number): number {
  const floor = Math.max(0, at - LOCAL_CHARS_MAX)
  let start = at
  // Scripts without spaces put a label directly before the address: "邮箱zhang@example.cn".
  const spaced = at > 0 && text.charCodeAt(at - 1) < UNSPACED_FROM
  while (start > floor && isLocalCode(text.charCodeAt(start - 1))) {
    if (spaced && text.charCodeAt(start - 1) >= UNSPACED_FROM) break
    start--
  }
  // Punctuation that leads is the sentence's own.
  while (start < at && !startsLocal(text.charCodeAt(start))) start++
  return start < at && text.charCodeAt(at - 1) !== 46 ? start : -1
}

/** Returns the end of a domain of two or more labels that starts at `start`, or -1. */
function domainEnd(text: string, start: number): number {
  const ceiling = Math.min(text.length, start + DOMAIN_CHARS_MAX)
  let at = start
  let dots = 0
  let end = -1
  for (;;) {
    const label = at
    while (at < ceiling && isLabelCode(text.charCodeAt(at))) at++
    if (at === label || text.charCodeAt(label) === 45) break
    if (dots > 0 && isTld(text, label, at)) end = at
    if (text.charCodeAt(at) !== 46) break
    dots++
    at++
  }
  return end
}

function isTld(text: string, start: number, end: number): boolean {
  if (end - start < 2 || end - start > 24) return false
  if (text.slice(start, start + 4).toLowerCase() === 'xn--') return true
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 45 || isDigitCode(code)) return false
  }
  return true
}

function isLabelCode(code: number): boolean {
  return isAlnumCode(code) || code === 45 || isWideLetter(code)
}

/** RFC 5322 allows more; its other symbols are far more often delimiters of URLs, forms and code. */
const LOCAL_MARKS = new Set(Array.from(".+-_'%~!", (mark) => mark.charCodeAt(0)))

function isLocalCode(code: number): boolean {
  return isAlnumCode(code) || LOCAL_MARKS.has(code) || isWideLetter(code)
}

function startsLocal(code: number): boolean {
  return isAlnumCode(code) || code === 95 || isWideLetter(code)
}

/** Letters outside ASCII, without the punctuation blocks. */
function isWideLetter(code: number): boolean {
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f) && code < 0xfe00
}

const DOT = String.raw`(?:\.|\s{0,2}[([{<]\s?(?:dot|\.)\s?[)\]}>]\s{0,2}|\s(?:dot|punto|punkt|point)\s)`
const AT = String.raw`(?:@|\s{0,2}[([{<]\s?(?:at|@)\s?[)\]}>]\s{0,2}|\s(?:at|@|arroba)\s)`
/** From the first dot of the domain backwards to the local part. */
const BEFORE_DOT = new RegExp(String.raw`(?<=(?<![\w.+-])([\w.+-]{1,64})${AT}[a-z0-9-]{1,63})${DOT}`, 'iy')
const REST = new RegExp(String.raw`[a-z0-9-]{1,63}(?:${DOT}[a-z0-9-]{1,63}){0,3}`, 'iy')
/** "jane dot" before the last part of a local part. */
const SPELLED_LOCAL = /[\w+-]{1,32}(?:\s?[([{]\s?(?:dot|\.)\s?[)\]}]\s?|\sdot\s)$/i
const LAST_LABEL = /(?:^|[^a-z0-9-])([a-z]{2,24})$/i
/** Words before "at … dot …" in unrelated sentences. */
const NOT_A_LOCAL = new Set(
  'look looking is are was were be available us me it arrive start meet here there live this that them'.split(' '),
)

/** "name (at) host dot com", anchored at the spelled dot. */
function atObfuscated({ text }: Source, end: number, emit: Emit): void {
  for (let start = end - 1; start >= end - 8 && start > 0; start--) {
    BEFORE_DOT.lastIndex = start
    const before = BEFORE_DOT.exec(text)
    if (before === null || start + before[0].length < end) continue
    REST.lastIndex = start + before[0].length
    const rest = REST.exec(text)
    if (rest === null) return
    const last = LAST_LABEL.exec(` ${rest[0]}`)?.[1]?.toLowerCase()
    if (last === undefined || (last.length > 2 && !KNOWN_TLDS.has(last))) return
    const from = localBegin(text, start, before[1] as string)
    if (from < 0 || NOT_A_LOCAL.has((before[1] as string).toLowerCase())) return
    const bracketed = /[([{<]\s?(?:at|@|dot|\.)/i.test(text.slice(from, REST.lastIndex))
    emit(from, REST.lastIndex, bracketed ? 0.7 : 0.5, 'obfuscated')
    return
  }
}

function localBegin(text: string, dotStart: number, local: string): number {
  const window = text.slice(Math.max(0, dotStart - LOCAL_CHARS_MAX * 2 - 12), dotStart)
  const match = new RegExp(`${AT}[a-z0-9-]{1,63}$`, 'i').exec(window)
  if (match === null) return -1
  const begin = dotStart - (window.length - match.index) - local.length
  const spelled = SPELLED_LOCAL.exec(text.slice(Math.max(0, begin - LOCAL_CHARS_MAX), begin))
  return spelled === null ? begin : begin - spelled[0].length
}

export const email: PiiEntity = {
  name: 'EMAIL_ADDRESS',
  aliases: ['EMAIL', 'E_MAIL', 'MAIL', 'EMAILADDRESS', 'EMAILS'],
  title: 'E-mail address',
  group: 'contact',
  context: 'email mail mailto courriel correo e-mail 邮箱 メール 이메일'.split(' '),
  immune: true,
  decoded: true,
  anchors: [' dot ', '(dot)', '[dot]', '{dot}', '[.]', '(.)', '(at)', '[at]', '{at}', ' punto ', ' punkt ', ' arroba '],
  scan: scanAts,
  atAnchor: atObfuscated,
  examples: {
    finds: [
      ['Write to jane.doe+news@mail.example.co.uk.', 'jane.doe+news@mail.example.co.uk'],
      ['<info@müller.de>', 'info@müller.de'],
      ['почта: иван@пример.рф', 'иван@пример.рф'],
      ['reach me: john.smith (at) example dot com', 'john.smith (at) example dot com'],
      ['jane [at] example [dot] org', 'jane [at] example [dot] org'],
      ['my email is jane at example dot com', 'jane at example dot com'],
      ['it is jane dot doe at example dot com', 'jane dot doe at example dot com'],
      ['邮箱zhang@example.cn', 'zhang@example.cn'],
      ["o'brien@example.ie", "o'brien@example.ie"],
      ['?user=jane@example.com&x=1', 'jane@example.com'],
    ],
    ignores: [
      'npm i left-pad@1.3.0',
      'logo@2x.png',
      'git clone git@github.com:org/repo.git',
      '@scope/package and @mention',
      'a @ b',
      'look at this dot com bubble',
      'user@localhost',
    ],
  },
}
