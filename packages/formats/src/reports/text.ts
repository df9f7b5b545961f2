import { normalisePurl, parsePurl } from '../purl/purl.ts'
import { REPORT_SEVERITIES, type ReportSeverity } from './report.ts'

/** Own limits of texts in a finding, in UTF-16 units. */
export const TITLE_CHARS_MAX = 300
export const DESCRIPTION_CHARS_MAX = 8_000
export const ID_CHARS_MAX = 300
const SNIPPET_CHARS_MAX = 2_000
const SNIPPET_LINES_MAX = 10
const PATH_CHARS_MAX = 1_000
const LINE_MAX = 10_000_000
const URL_CHARS_MAX = 2_000
const REFERENCES_MAX = 20

/** Returns one line without control characters. */
export function oneLine(text: string, chars_max: number): string {
  return text
    .slice(0, 4 * chars_max)
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, chars_max)
    .toWellFormed()
}

/** Returns lines without other control characters. */
export function lines(text: string, chars_max: number): string {
  return text
    .slice(0, chars_max)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** Returns the text of an HTML fragment, as ZAP writes descriptions. */
export function withoutTags(html: string): string {
  return lines(html.slice(0, 4 * DESCRIPTION_CHARS_MAX), 4 * DESCRIPTION_CHARS_MAX)
    .replace(/<\/(?:p|li|div)>|<br ?\/?>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

export function snippetOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const kept = text
    .slice(0, 2 * SNIPPET_CHARS_MAX)
    .split('\n')
    .slice(0, SNIPPET_LINES_MAX)
    .join('\n')
  const shown = lines(kept, SNIPPET_CHARS_MAX)
  return shown === '' ? undefined : shown
}

export function lineOf(number: number | undefined): number {
  return number === undefined ? 1 : Math.min(LINE_MAX, Math.max(1, Math.trunc(number)))
}

/** Returns `CWE-79` for `79`, `CWE-79: …`, `external/cwe/cwe-079`. */
export function cweOf(text: string | undefined): string | undefined {
  const [, number] = /^(?:.{0,60}\bcwe[-_ ]?)?0*([1-9]\d{0,4})\b/i.exec(text ?? '') ?? []
  return number === undefined ? undefined : `CWE-${number}`
}

export function cveOf(texts: readonly (string | undefined)[]): string | undefined {
  for (const text of texts) {
    const [found] = /\bCVE-\d{4}-\d{4,19}\b/i.exec((text ?? '').slice(0, ID_CHARS_MAX)) ?? []
    if (found !== undefined) return found.toUpperCase()
  }
  return undefined
}

const WORDS: Readonly<Record<string, ReportSeverity>> = {
  critical: 'CRITICAL',
  important: 'HIGH',
  high: 'HIGH',
  error: 'HIGH',
  medium: 'MEDIUM',
  moderate: 'MEDIUM',
  warning: 'MEDIUM',
  low: 'LOW',
  minor: 'LOW',
  negligible: 'LOW',
  note: 'LOW',
  info: 'INFO',
  informational: 'INFO',
  information: 'INFO',
  none: 'INFO',
}

/** Returns the severity of a tool's term; undefined for `unknown` and other terms. */
export function severityOf(word: string | undefined): ReportSeverity | undefined {
  const key = word?.trim().toLowerCase() ?? ''
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined
}

/** Returns the severity of a CVSS score, as CVSS 3 rates it. */
export function severityOfScore(score: number | undefined): ReportSeverity | undefined {
  if (score === undefined || score < 0 || score > 10) return undefined
  if (score >= 9) return 'CRITICAL'
  if (score >= 7) return 'HIGH'
  if (score >= 4) return 'MEDIUM'
  return score > 0 ? 'LOW' : 'INFO'
}

export function worst(severities: readonly (ReportSeverity | undefined)[]): ReportSeverity | undefined {
  return REPORT_SEVERITIES.find((severity) => severities.includes(severity))
}

/** Returns the canonical package URL; undefined if it is invalid. */
export function purlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    const purl = normalisePurl(text)
    parsePurl(purl)
    return purl
  } catch {
    return undefined
  }
}

/** Returns web links, at most 20. */
export function linksOf(texts: readonly (string | undefined)[]): readonly string[] | undefined {
  const links = texts.filter(
    (text) => text !== undefined && /^https?:\/\/[^\s<>"']+$/i.test(text) && text.length <= URL_CHARS_MAX,
  )
  return links.length === 0 ? undefined : [...new Set(links as string[])].slice(0, REFERENCES_MAX)
}

/** Folder in which CI systems and images check a project out. */
const CHECKOUT =
  /^\/(?:github\/workspace|home\/runner\/work\/[^/]+\/[^/]+|builds\/[^/]+\/[^/]+|src|code|app|repo|workspace|workdir|work|data|project|bitbucket\/pipelines\/agent\/build|azp\/_work\/\d+\/s|tmp\/scan)\//i

export interface ReportedPath {
  readonly filePath: string
  readonly outsidePath?: string
}

/**
 * Returns the path within the project. Absolute paths are relative to the checkout folder of the CI system; other absolute paths, and
 * paths above the project, are outside.
 * @param base absolute folder of the project according to the report
 */
export function pathOf(text: string | undefined, base?: string): ReportedPath {
  if (text === undefined) return { filePath: '' }
  const plain = decoded(text.slice(0, 2 * PATH_CHARS_MAX))
    .replace(/^file:(?:\/\/[^/]*)?/i, '')
    .replaceAll('\\', '/')
  const clean = oneLine(plain, PATH_CHARS_MAX).replace(/^\/(?=[A-Za-z]:\/)/, '')
  let path = clean
  if (base !== undefined && base !== '' && path.startsWith(base)) path = path.slice(base.length).replace(/^\/+/, '')
  path = path.replace(CHECKOUT, '')
  const isAbsolute = path.startsWith('/') || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return { filePath: '', outsidePath: clean }
  }
  return isAbsolute ? { filePath: '', outsidePath: clean } : { filePath: segments.join('/') }
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
