/** SARIF rule, written once for all its results. */
export interface SarifRule {
  readonly id: string
  /** Earlier ids of the rule, by which results of older logs are matched. */
  readonly formerIds?: readonly string[]
  readonly title: string
  /** Description, impact and remediation; may contain Markdown. */
  readonly help: string
  readonly severity: SarifSeverity
  readonly cweId?: string
  readonly owasp: readonly string[]
  /** URL of further documentation. */
  readonly page?: string
}

export const SARIF_SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const
export type SarifSeverity = (typeof SARIF_SEVERITIES)[number]

export interface SarifLocation {
  /** Relative to the root of the source, with `/`. */
  readonly path: string
  /** From 1; columns in UTF-16 code units, the end column is inclusive. */
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number
  readonly endColumn?: number
  readonly snippet?: string
}

export interface SarifResult {
  readonly rule: SarifRule
  readonly message: string
  readonly severity: SarifSeverity
  /** If absent, not located in a file. */
  readonly place?: SarifLocation
  /** Subject of a result without a file, such as an agent. */
  readonly subject?: { readonly name: string; readonly kind: string }
  /** `open`: inconclusive. Default: a failure. */
  readonly kind?: 'open'
  readonly fingerprint: string
  readonly confidence: number
  /** If absent, there is nothing to compare with. */
  readonly isNew?: boolean
  /** Path class of the file, e.g. `production` or `test`. */
  readonly pathClass?: string
  /** Suppression with its justification. */
  readonly suppressed?: { readonly status: string; readonly justification: string }
  /** Data flow from source to sink, step by step. */
  readonly flow?: readonly SarifStep[]
  /** Replacement text. */
  readonly fix?: string
}

/** Step of a data flow. */
export type SarifStep = SarifLocation & {
  readonly says: string
  /** Whether the step is essential for the flow, such as its beginning and its end. */
  readonly isEssential?: boolean
}

export interface SarifRun {
  readonly tool: { readonly name: string; readonly version: string; readonly url?: string }
  readonly results: readonly SarifResult[]
  /** Incompletely scanned parts. */
  readonly gaps: readonly { readonly message: string; readonly path?: string }[]
  /** Whether every scanner ended as it should. */
  readonly successful: boolean
  readonly startedAt?: Date
  readonly endedAt?: Date
}

/** Levels for consumers without severity support: SARIF 2.1.0 section 3.27.10. */
const LEVEL: Readonly<Record<SarifSeverity, 'error' | 'warning' | 'note'>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'note',
  INFO: 'note',
}
/** Middle of each CVSS band: GitHub reads it from `security-severity`. */
const SCORE: Readonly<Record<SarifSeverity, string>> = {
  CRITICAL: '9.5',
  HIGH: '8.0',
  MEDIUM: '5.5',
  LOW: '2.0',
  INFO: '0.0',
}
/** Name of the fingerprint for result matching. It changes with the fingerprint algorithm. */
const FINGERPRINT = 'gatehouse/v1'
const SOURCE_ROOT = '%SRCROOT%'
export const SARIF_SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'
export const SARIF_VERSION = '2.1.0'

/**
 * Creates a SARIF 2.1.0 log with one run.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarif(run: SarifRun) {
  const rules = [...new Map(run.results.map(({ rule }) => [rule.id, rule])).values()]
  const indexes = new Map(rules.map(({ id }, at) => [id, at]))
  return {
    $schema: SARIF_SCHEMA,
    version: SARIF_VERSION,
    runs: [
      { ...runOf(run, rules), results: run.results.map((result) => sarifResult(result, indexes.get(result.rule.id)!)) },
    ],
  }
}

/** A run without its results. */
export function runOf(run: Omit<SarifRun, 'results'>, rules: readonly SarifRule[]) {
  return {
    tool: {
      driver: {
        name: run.tool.name,
        version: run.tool.version,
        ...(run.tool.url === undefined ? {} : { informationUri: run.tool.url }),
        rules: rules.map(ruleOf),
      },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [SOURCE_ROOT]: { description: { text: 'The root of the scanned source.' } } },
    invocations: [invocationOf(run)],
  }
}

function ruleOf({ id, formerIds = [], title, help, severity, cweId, owasp, page }: SarifRule) {
  return {
    id,
    ...(formerIds.length === 0 ? {} : { deprecatedIds: formerIds }),
    name: id,
    shortDescription: { text: title },
    fullDescription: { text: help },
    help: { text: help, markdown: help },
    ...(page === undefined ? {} : { helpUri: page }),
    defaultConfiguration: { level: LEVEL[severity] },
    properties: {
      tags: ['security', ...(cweId === undefined ? [] : [`external/cwe/${cweId.toLowerCase()}`]), ...owasp],
      'security-severity': SCORE[severity],
    },
  }
}

export function sarifResult(result: SarifResult, ruleIndex: number) {
  const { rule, message, severity, kind, fingerprint, confidence, isNew, pathClass, suppressed, flow = [] } = result
  return {
    ruleId: rule.id,
    ruleIndex,
    // Results other than failures have no level: section 3.27.10.
    ...(kind === undefined ? { level: LEVEL[severity] } : { kind, level: 'none' }),
    message: { text: message },
    locations: locationsOf(result),
    partialFingerprints: { [FINGERPRINT]: fingerprint },
    ...(isNew === undefined ? {} : { baselineState: isNew ? 'new' : 'unchanged' }),
    ...(suppressed === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: suppressed.justification }] }),
    ...(flow.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: flow.map(stepOf) }] }] }),
    ...fixesOf(result),
    properties: {
      severity,
      confidence,
      'security-severity': SCORE[severity],
      ...(pathClass === undefined ? {} : { pathClass }),
      ...(suppressed === undefined ? {} : { status: suppressed.status }),
    },
  }
}

function locationsOf({ place, subject }: SarifResult) {
  if (place === undefined && subject === undefined) return []
  return [
    {
      ...(place === undefined ? {} : { physicalLocation: physical(place) }),
      ...(subject === undefined ? {} : { logicalLocations: [subject] }),
    },
  ]
}

function stepOf({ says, isEssential, ...place }: SarifStep) {
  return {
    location: { physicalLocation: physical(place), message: { text: says } },
    ...(isEssential === undefined ? {} : { importance: isEssential ? 'essential' : 'important' }),
  }
}

/** Section 3.55: viewers may offer the change. */
function fixesOf({ rule, place, fix }: SarifResult) {
  if (place === undefined || fix === undefined) return {}
  const { snippet: _shown, ...range } = place
  const { artifactLocation, region: deletedRegion } = physical(range)
  return {
    fixes: [
      {
        description: { text: `Replacement from the rule ${rule.id}.` },
        artifactChanges: [{ artifactLocation, replacements: [{ deletedRegion, insertedContent: { text: fix } }] }],
      },
    ],
  }
}

function physical({ path, startLine, endLine, startColumn, endColumn, snippet }: SarifLocation) {
  return {
    artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: SOURCE_ROOT },
    region: {
      startLine,
      ...(startColumn === undefined ? {} : { startColumn }),
      endLine,
      // SARIF's end column is exclusive: section 3.30.8.
      ...(endColumn === undefined ? {} : { endColumn: endColumn + 1 }),
      ...(snippet === undefined ? {} : { snippet: { text: snippet } }),
    },
  }
}

function invocationOf({ gaps, successful, startedAt, endedAt }: Omit<SarifRun, 'results'>) {
  return {
    executionSuccessful: successful,
    ...(startedAt === undefined ? {} : { startTimeUtc: startedAt.toISOString() }),
    ...(endedAt === undefined ? {} : { endTimeUtc: endedAt.toISOString() }),
    ...(gaps.length === 0
      ? {}
      : {
          toolExecutionNotifications: gaps.map(({ message, path }) => ({
            level: 'note',
            message: { text: message },
            ...(path === undefined
              ? {}
              : {
                  locations: [
                    {
                      physicalLocation: {
                        artifactLocation: {
                          uri: path.split('/').map(encodeURIComponent).join('/'),
                          uriBaseId: SOURCE_ROOT,
                        },
                      },
                    },
                  ],
                }),
          })),
        }),
  }
}
