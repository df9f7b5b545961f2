import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { entropy } from '@gatehouse/formats/credentials'
import {
  type Observation,
  type Suppression,
  SNIPPET_CHARS_MAX,
  type ShardResult,
  withoutValues,
} from '@gatehouse/scan-engine'
import type { Allowed } from './find/allow.ts'
import type { Hit } from './find/scan-text.ts'
import { type Digester, isStrong } from './identity.ts'
import { masked } from './mask.ts'
import type { LinePosition } from './read/places.ts'
import type { FileSightings, FileSource } from './scan-file.ts'

/** A secret at its first location in a file. */
export interface Sighting {
  readonly hit: Hit
  readonly first: LinePosition
  readonly last: LinePosition
  readonly snippet: string
  /** Effect of a suppression comment. */
  readonly allowed: Allowed | undefined
  /** Number of occurrences in the file. */
  occurrences: number
}

/**
 * Returns the findings of the files of a shard, in the given order.
 * @throws the reason of the signal when it fires
 */
export async function observeAll(
  files: readonly FileSightings[],
  digester: Digester,
  signal: AbortSignal,
): Promise<ShardResult> {
  const seen = files.flatMap(({ source, sightings }) => sightings.map((sighting) => ({ source, sighting })))
  const digests = await digester.digests(
    seen.map(({ sighting }) => sighting.hit),
    signal,
  )
  return {
    observations: seen.map(({ source, sighting }, at) => observe(sighting, source, digests[at] ?? '')),
    gaps: files.flatMap(({ gaps }) => gaps),
  }
}

/** Returns the finding of one value in one file: all displayed text is masked. */
function observe(sighting: Sighting, source: FileSource, digest: string): Observation {
  const { hit, first, last, snippet, allowed, occurrences } = sighting
  const { rule } = hit
  return {
    scanner: 'SECRETS_PATTERN',
    ruleId: rule.id,
    severity: severityOf(hit),
    title: rule.title,
    description: descriptionOf(hit, allowed),
    filePath: source.path,
    startLine: first.line,
    endLine: last.line,
    startColumn: first.column,
    endColumn: last.column,
    snippet: snippet.slice(0, SNIPPET_CHARS_MAX),
    cweId: rule.cwe,
    owasp: OWASP,
    confidence: hit.confidence,
    identity: ['secret', rule.family, digest],
    ...(allowed?.state === 'allowed' && { suppression: suppressionOf(allowed) }),
    metadata: {
      masked: masked(hit),
      ...(rule.vendor !== '' && { vendor: rule.vendor }),
      entropy: Math.round(entropy(hit.value) * 100) / 100,
      strength: isStrong(hit) ? 'strong' : 'weak',
      proven: hit.proven,
      occurrences,
      rehearsal: source.nature.rehearsal,
      ...(hit.via.length > 0 && { encodings: hit.via }),
      ...(source.entry !== undefined && { archiveEntry: source.entry }),
      ...(allowed !== undefined && { allowance: allowanceOf(allowed) }),
      ...hit.facts,
      ...source.facts,
    },
  }
}

/** Identification and authentication failures: the OWASP category for hard-coded credentials (CWE-798). */
const OWASP = ['A07:2021'] as const

/** Test keys and expired tokens have a lower severity. */
function severityOf({ rule, facts }: Hit): FindingSeverity {
  if (facts?.['expired'] === true) return 'LOW'
  if (facts?.['mode'] === 'test' || facts?.['mode'] === 'sandbox') return 'LOW'
  return rule.severity
}

function descriptionOf({ rule, via, proven }: Hit, allowed: Allowed | undefined): string {
  return [
    `${rule.title} in the source. An attacker with this value can ${rule.grants}.`,
    proven && rule.format !== undefined ? 'Its checksum is valid, so the vendor issued it.' : '',
    via.length > 0 ? `The value is encoded (${via.join(', then ')}).` : '',
    allowed === undefined ? '' : SAID[allowed.state](allowed),
    rule.revoke,
    'Removing it from the file is not enough: it remains in the history and in every copy.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

const SAID: Readonly<Record<Allowed['state'], (allowed: Allowed) => string>> = {
  allowed: () => '',
  expired: ({ allowance }) => `The comment that allowed it expired on ${allowance.until}.`,
  'without reason': () => 'A comment suppresses it without a reason: add reason="…".',
  'unreadable date': () => 'A comment would allow it, but its date cannot be read: write until=YYYY-MM-DD.',
}

function suppressionOf({ allowance: { reason } }: Allowed): Suppression {
  return { marker: 'gatehouse:allow', ...(reason !== undefined && { reason: withoutValues(reason) }) }
}

function allowanceOf({ state, allowance }: Allowed): Readonly<Record<string, unknown>> {
  return {
    state,
    ...(allowance.reason !== undefined && { reason: allowance.reason }),
    ...(allowance.until !== undefined && { until: allowance.until }),
  }
}
