import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { cvss2Base } from './cvss2.ts'
import { cvss3Base } from './cvss3.ts'
import { cvss4Base } from './cvss4.ts'
import { readMetrics } from './cvss-metrics.ts'
import type { OsvAffected, OsvRecord } from './record.ts'

/** CVSS vector with its score and severity. */
export interface CvssRating {
  readonly version: '2.0' | '3.0' | '3.1' | '4.0'
  readonly vector: string
  /** The base score, 0–10 in tenths. */
  readonly score: number
  readonly severity: FindingSeverity
}

/** Severity of a record for one package. */
export interface Rating {
  readonly severity: FindingSeverity
  /** Newest CVSS version with a rating; absent when only a severity word is given. */
  readonly cvss?: CvssRating
}

/** Longest vector that is read, in UTF-16 units. A version 4 vector with every metric has about 180. */
export const CVSS_VECTOR_UNITS_MAX = 512

/** Computes the base score of a CVSS vector of version 2.0, 3.0, 3.1 or 4.0; undefined for invalid vectors. */
export function rateCvss(vector: string): CvssRating | undefined {
  const text = vector.trim()
  if (text.length > CVSS_VECTOR_UNITS_MAX) return undefined
  const version = versionOf(text)
  const metrics = version && readMetrics(text)
  if (version === undefined || metrics === undefined) return undefined
  const base = version === '2.0' ? cvss2Base : version === '4.0' ? cvss4Base : cvss3Base
  const score = base(metrics)
  return score === undefined ? undefined : { version, vector: text, score, severity: severityOf(score, version) }
}

/**
 * Returns the severity of a record for one of its packages: the package's own vectors before those of the record, newer CVSS versions
 * before older ones, then severity words of databases. Undefined without a severity.
 */
export function rateRecord(record: OsvRecord, affected?: OsvAffected): Rating | undefined {
  if (record.id.startsWith(MALICIOUS)) return { severity: 'CRITICAL' }
  for (const severities of [affected?.severity ?? [], record.severity]) {
    const cvss = newestOf(severities.map(({ score }) => rateCvss(score)))
    if (cvss !== undefined) return { severity: cvss.severity, cvss }
  }
  return ratingByName(record, affected)
}

/** Identifiers of OSV for packages that are attacks. */
const MALICIOUS = 'MAL-'

/** Returns the newest rating: 4.0 before 3.1 before 3.0 before 2.0; of one version the higher score. */
function newestOf(ratings: readonly (CvssRating | undefined)[]): CvssRating | undefined {
  return ratings
    .filter((rating) => rating !== undefined)
    .sort((a, b) => (a.version === b.version ? b.score - a.score : a.version < b.version ? 1 : -1))[0]
}

/** Words of GitHub, Debian, Ubuntu, Red Hat and others. */
const WORDS: Readonly<Record<string, FindingSeverity | undefined>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  important: 'HIGH',
  moderate: 'MEDIUM',
  medium: 'MEDIUM',
  low: 'LOW',
  minor: 'LOW',
  negligible: 'INFO',
  unimportant: 'INFO',
  none: 'INFO',
  informational: 'INFO',
}

/** RustSec's informational advisories that are not vulnerabilities: unmaintained packages or notices. */
const INFORMATIONAL: Readonly<Record<string, FindingSeverity | undefined>> = {
  unmaintained: 'INFO',
  notice: 'INFO',
  unsound: 'LOW',
}

function ratingByName(record: OsvRecord, affected: OsvAffected | undefined): Rating | undefined {
  const places = [affected?.ecosystem_specific, affected?.database_specific, record.database_specific]
  for (const place of places) {
    const severity =
      severityNamed(WORDS, place?.severity ?? place?.urgency) ?? severityNamed(INFORMATIONAL, place?.informational)
    if (severity !== undefined) return { severity }
    const rating = place?.cvss === undefined ? undefined : rateCvss(place.cvss)
    if (rating !== undefined) return { severity: rating.severity, cvss: rating }
  }
  return undefined
}

function severityNamed(words: typeof WORDS, word: string | undefined): FindingSeverity | undefined {
  const lower = word?.toLowerCase() ?? ''
  return Object.hasOwn(words, lower) ? words[lower] : undefined
}

function versionOf(vector: string): CvssRating['version'] | undefined {
  if (vector.startsWith('CVSS:4.0/')) return '4.0'
  if (vector.startsWith('CVSS:3.1/')) return '3.1'
  if (vector.startsWith('CVSS:3.0/')) return '3.0'
  return /^\(?AV:[LAN]\/AC:[HML]\/Au:/.test(vector) ? '2.0' : undefined
}

/** Severity bands of the specifications: version 2 has no critical severity, and zero counts as low. */
function severityOf(score: number, version: CvssRating['version']): FindingSeverity {
  if (version !== '2.0' && score >= 9) return 'CRITICAL'
  if (score >= 7) return 'HIGH'
  if (score >= 4) return 'MEDIUM'
  return score > 0 ? 'LOW' : 'INFO'
}
