import type { Nature } from '../nature.ts'

/** Location of a value after its name. */
export interface AssignedValue {
  readonly start: number
  readonly end: number
  /** Quotation mark of the value; empty for a bare value. */
  readonly quote: string
  /** How name and value are joined; values in calls and after commas are less surely assigned. */
  readonly joint: 'assigned' | 'called' | 'tag' | 'blank' | 'pair'
}

/** Maximum length of a value. Longer secrets are rare, and RSA keys have a separate rule. */
const VALUE_UNITS_MAX = 1_024

const ASSIGNED =
  /\\{0,3}["'`]?[\])]{0,2}[ \t]{0,30}(?::=|=>|={1,3}|!={1,2}|\?\?=?|\|\|=?|\?=|\+=|:(?!:)|<-)[ \t]{0,30}(?:\r?\n[ \t]{0,60}(?=["'`]))?/y
const TYPED =
  /["'`]?[ \t]{0,4}(?:\?|:|[ \t])[ \t]{0,4}&?(?:'static )?[A-Za-z][\w.<>?|[\]]{0,40}[ \t]{0,4}=[ \t]{0,8}(?=[rbfuLN@$]{0,2}["'`])/y
const PROPERTY = /[ \t]{0,4}\{[ \t\w;]{0,40}\}[ \t]{0,4}=[ \t]{0,4}(?=@?")/y
const TAG = /\\?["']?[ \t]{0,4}>/y
const ASIDE =
  /\\{0,3}["'`]?[ \t]{0,8},?\s{0,60}\\{0,3}["']?(?:value|default|content|val)\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,8}/iy
const BLOCK = /["'][ \t]{0,4}\{[^{}]{0,300}?\bdefault[ \t]{0,12}=[ \t]{0,4}(?=")/y
const CALL = /\\?["'`]?[ \t]{0,4}[,(][ \t]{0,4}(?=[rbfuLN@$]{0,2}\\?["'`])/y
const BLANK = /["']?[ \t]{1,8}(?=[^\s=:])/y
const IDENTIFIED = /[ \t]{1,4}(?:by|with \w{1,40} by)[ \t]{1,4}(?=')/iy

const OPENING = /[rbfuLN@$]{0,2}(\\{0,3}["'`]{1,3})/y
const BARE = /[^\s"'`<>,;(){}[\]|&\\]{1,300}/y
/** To the end of the line, or to a comment after the value. */
const REST_OF_LINE = /[^\r\n]{1,300}/y

/** Reads the value assigned to the name that ends at `nameEnd`. Takes a bounded number of steps. */
export function readAssignedValue(
  text: string,
  nameStart: number,
  nameEnd: number,
  nature: Nature,
): AssignedValue | undefined {
  if (!MAY_FOLLOW.has(text.charCodeAt(nameEnd))) return undefined
  const typed = after(TYPED, text, nameEnd) || after(PROPERTY, text, nameEnd)
  if (typed > 0) return quoted(text, typed, 'assigned')
  const assigned = after(ASSIGNED, text, nameEnd)
  if (assigned > 0) return quoted(text, assigned, 'assigned') ?? readUnquoted(text, nameStart, assigned, nature)
  const aside = after(ASIDE, text, nameEnd)
  if (aside > 0) return quoted(text, aside, 'pair') ?? readUnquoted(text, nameStart, aside, nature)
  const tag = after(TAG, text, nameEnd)
  if (tag > 0) return inTag(text, tag)
  const called = after(CALL, text, nameEnd)
  if (called > 0) return quoted(text, called, 'called')
  const block = after(BLOCK, text, nameEnd) || after(IDENTIFIED, text, nameEnd)
  if (block > 0) return quoted(text, block, 'assigned')
  return afterBlank(text, nameStart, nameEnd, nature)
}

/** Quotes, whitespace, `\ ) ] = : ( , > { ? | ! < +` and line breaks. */
const MAY_FOLLOW: ReadonlySet<number> = new Set(Array.from('"\'`\\ \t)]=:(,>{?|!<+\r\n', (char) => char.charCodeAt(0)))

function after(form: RegExp, text: string, at: number): number {
  form.lastIndex = at
  return form.test(text) ? form.lastIndex : 0
}

function quoted(text: string, at: number, joint: AssignedValue['joint']): AssignedValue | undefined {
  OPENING.lastIndex = at
  const opening = OPENING.exec(text)?.[1]
  if (opening === undefined) return undefined
  const start = OPENING.lastIndex
  const closing = opening.includes('\\') ? opening : opening.charAt(0)
  const window = text.slice(start, start + VALUE_UNITS_MAX)
  for (let end = window.indexOf(closing); end !== -1; end = window.indexOf(closing, end + 1)) {
    if (closing.length === 1 && isEscaped(window, end)) continue
    return window.slice(0, end).includes('\n') ? undefined : { start, end: start + end, quote: closing, joint }
  }
  return undefined
}

/** Returns whether the character at `at` follows an unescaped backslash. */
function isEscaped(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === BACKSLASH && text.charCodeAt(at - 2) !== BACKSLASH
}

const BACKSLASH = 92

/** Reads an unquoted value. In code these occur only inside a settings string or an address. */
function readUnquoted(text: string, nameStart: number, at: number, nature: Nature): AssignedValue | undefined {
  const before = text.charAt(nameStart - 1)
  const inString =
    before === ';' || before === '?' || before === '&' || (nature.form === 'code' && /["'`]/.test(before))
  if (nature.form === 'lines' && !inString && !isPartOfLine(text, nameStart)) return restOfLine(text, at)
  if (nature.form === 'code' && !inString && !/; ?$/.test(text.slice(Math.max(0, nameStart - 2), nameStart)))
    return undefined
  BARE.lastIndex = at
  const match = BARE.exec(text)
  return match === null ? undefined : { start: at, end: at + match[0].length, quote: '', joint: 'assigned' }
}

/** Returns whether the assignment is a command argument, or a part of a quoted text with more text on its line. */
function isPartOfLine(text: string, nameStart: number): boolean {
  const before = text.slice(Math.max(0, nameStart - LINE_UNITS_MAX), nameStart)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (text.startsWith('--', nameStart) || COMMAND.test(line)) return true
  return line.split('"').length % 2 === 0 || line.split("'").length % 2 === 0
}

const LINE_UNITS_MAX = 200
const COMMAND = /(?:^|[\s;&|])(?:export|set|env|declare|local|readonly|-e|--env|--\w[\w-]{0,30}) $/

function restOfLine(text: string, at: number): AssignedValue | undefined {
  REST_OF_LINE.lastIndex = at
  const line = REST_OF_LINE.exec(text)?.[0]
    .replace(/[ \t]+[#;].*$/, '')
    .trimEnd()
  return line === undefined || line === ''
    ? undefined
    : { start: at, end: at + line.length, quote: '', joint: 'assigned' }
}

/** Matches up to the closing tag, even if the tags are escaped within a string. */
const TAG_TEXT = /^([^<]+)<\\?\//

function inTag(text: string, start: number): AssignedValue | undefined {
  const inside = TAG_TEXT.exec(text.slice(start, start + VALUE_UNITS_MAX))?.[1] ?? ''
  const trimmed = inside.trim()
  if (trimmed === '' || trimmed.includes('\n')) return undefined
  const from = start + inside.indexOf(trimmed)
  return { start: from, end: from + trimmed.length, quote: '<', joint: 'tag' }
}

/** `--password …`, `ENV NAME …` of a Dockerfile, `password …` of a netrc file. */
function afterBlank(text: string, nameStart: number, nameEnd: number, nature: Nature): AssignedValue | undefined {
  const at = after(BLANK, text, nameEnd)
  if (at === 0) return undefined
  const option = text.startsWith('--', nameStart) && nature.form !== 'code'
  const lead = text.slice(Math.max(0, nameStart - 12), nameStart)
  // `WITH PASSWORD '…'` of SQL.
  if (text.charAt(at) === "'" && /^password$/i.test(text.slice(nameStart, nameEnd))) return quoted(text, at, 'blank')
  if (!option && !nature.blanks && !(nature.form === 'lines' && /(?:^|\n)\s{0,4}(?:ENV|ARG|setx?)\s{1,3}$/.test(lead)))
    return undefined
  const inQuotes = quoted(text, at, 'blank')
  if (inQuotes !== undefined) return inQuotes
  BARE.lastIndex = at
  const match = BARE.exec(text)
  return match === null ? undefined : { start: at, end: at + match[0].length, quote: '', joint: 'blank' }
}
