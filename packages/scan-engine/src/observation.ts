import type { FindingSeverity, ScannerName } from '@gatehouse/contracts/scans'

/** Location on the path of data from source to sink. Lines and columns as in {@link Observation}. */
export interface DataFlowStep {
  readonly filePath: string
  readonly line: number
  readonly column: number
  readonly endLine?: number
  readonly endColumn?: number
  /** The first step is the source, the last one the sink. */
  readonly role: 'source' | 'step' | 'sink'
  /** Description of the step, one sentence. Contains no secret. */
  readonly message: string
  /** The line with secrets masked. */
  readonly snippet?: string
}

/** Maximum number of steps per finding: longer flows are cut in the middle. */
export const DATA_FLOW_STEPS_MAX = 100

/** Further data by the kind of the finding; docs/spec/appsec.md "Finding". All of it may be displayed. */
export interface ObservationMetadata {
  /** The package as its purl names it, without version. */
  readonly package?: string
  readonly version?: string
  readonly fixedVersion?: string
  /** The package URL with its version. */
  readonly purl?: string
  /** Shortest path from the project to the package, as purls. */
  readonly dependencyPath?: readonly string[]
  /** Whether the code imports the package; absent when not analysed. */
  readonly reachable?: boolean
  readonly license?: string
  /** Chance of exploitation within 30 days, 0–1, as FIRST publishes it. */
  readonly epss?: number
  /** Listed in CISA's catalogue of known exploited vulnerabilities. */
  readonly kev?: boolean
  /** The base score, 0–10. */
  readonly cvss?: number
  /** Path of data from an untrusted source to the sink. */
  readonly dataFlow?: readonly DataFlowStep[]
  /** Replacement text of the rule. */
  readonly fix?: string
  /** Former ids of its rule, oldest first; see `former-rule-ids.ts`. */
  readonly formerRuleIds?: readonly string[]
  /** Further documentation. */
  readonly references?: readonly string[]
  readonly [more: string]: unknown
}

/** A comment in the source that suppresses a finding. Whether the suppression counts is not for the scanner to decide. */
export interface Suppression {
  /** The comment's marker, e.g. `nosemgrep`. */
  readonly marker: 'nosemgrep' | 'gatehouse:allow'
  /** Reason in the comment. Contains no secret. */
  readonly reason?: string
}

/** Lines and columns as in {@link Observation}. */
export interface SourceRange {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Result of a scanner in a source tree, before it becomes a finding of a project. */
export interface Observation {
  readonly scanner: ScannerName
  /** The current id of its rule, e.g. `secrets/github-token`, `GHSA-…`. */
  readonly ruleId: string
  readonly severity: FindingSeverity
  /** One line; contains no secret. */
  readonly title: string
  /** Explanation for readers without knowledge of the rule: weakness, impact, remediation. Contains no secret. */
  readonly description: string
  /** Relative to the root of the tree, with `/`. */
  readonly filePath: string
  /** Lines and columns count from 1, columns in UTF-16 code units; the end column is inclusive. */
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number
  readonly endColumn?: number
  /** Source lines of the location with masked secrets, at most {@link SNIPPET_CHARS_MAX}. */
  readonly snippet?: string
  /** `CWE-798` */
  readonly cweId?: string
  /** Codes of OWASP lists, e.g. `A07:2021`. */
  readonly owasp: readonly string[]
  readonly cveId?: string
  /** 0–1: confidence of the scanner. */
  readonly confidence: number
  /**
   * Parts of the identity, which survives moved lines, renamed files and reformatted code, and changes with the subject: for a secret a
   * digest of its value, for a package its name and the advisory. No line, no path.
   */
  readonly identity: readonly string[]
  /** The source suppresses the finding. */
  readonly suppression?: Suppression
  /** Whether the observation is dropped when a data flow with the same weakness exists at its location. */
  readonly yields?: boolean
  /** Literal of a hard-coded credential, a part of the location. */
  readonly value?: SourceRange
  /** Common subject of several lines of one file, e.g. a cookie: findings of one weakness and subject are one finding. */
  readonly subject?: string
  /** Identities of replaced observations; see `consolidate.ts`. */
  readonly absorbed?: readonly (readonly string[])[]
  readonly metadata: ObservationMetadata
}

/** Characters of a snippet: enough for a line of code with its neighbours, small enough for a list of 500 findings. */
export const SNIPPET_CHARS_MAX = 2_000

/** Reasons why a part of the source was not analysed; shown as findings of severity INFO and counted by the gate. */
export const GAP_REASONS = [
  'unparsed',
  'skipped',
  'timed_out',
  'too_large',
  'unreadable',
  'no_advisories',
  /** The advisory database has far fewer records of an ecosystem than are published. */
  'few_advisories',
  'not_covered',
  'unresolved_version',
  'failed',
  /** No scanner had a file to analyse. */
  'nothing_analysed',
  /** A scanner of this type of scan did not run. */
  'not_run',
] as const
export type GapReason = (typeof GAP_REASONS)[number]

/** Part of the source that a scanner could not analyse. */
export interface CoverageGap {
  readonly scanner: ScannerName
  readonly reason: GapReason
  /** Relative path; absent for the entire scan. */
  readonly filePath?: string
  /** No scanner reads the part: the gap belongs to the source. */
  readonly isOfSource?: true
  /** Set if rules of the scanned folder, such as an ignore file, exclude the part. */
  readonly isByRules?: true
  /** Sentence that names the missing part and the remedy. */
  readonly detail: string
  /** Source code behind this gap, by path; at most {@link UNANALYSED_FILES_MAX}. Absent when the gap concerns no code. */
  readonly unanalysed?: readonly UnanalysedFile[]
  /** Files of source code beyond that limit. */
  readonly unlisted?: number
  /** Set if the scan type includes the scanner but no setting requests it by name. The gate then reports it without failing. */
  readonly isOptional?: true
  /** Ecosystems whose packages were not looked up because there are no advisories. */
  readonly ecosystems?: readonly string[]
}

/** Reason why static analysis skipped source code: a reason of a gap, or what `skipped` means for the file. */
export type UnanalysedCause =
  | GapReason
  /** In a folder of installed packages. */
  | 'installed'
  /** Symbolic or hard link. Its target is analysed at its own location in the source. */
  | 'link'
  /** Named by an ignore file of the tree. */
  | 'ignored'
  /** No text in any encoding that the analysis decodes. */
  | 'binary'
  /** The file declares an encoding that the analysis does not decode. */
  | 'encoding'

/** A file of source code in a recognized language that static analysis did not read, or only in part. */
export interface UnanalysedFile {
  readonly path: string
  /** The language by the name or the first line of the file. */
  readonly language: string
  readonly cause: UnanalysedCause
  /**
   * `part`: some lines are missing, the rest was analysed. `file`: all of it, the lines after a syntax error, or data flows above a limit of the analysis.
   */
  readonly extent: 'file' | 'part'
}

/** Maximum number of files that one gap lists. */
export const UNANALYSED_FILES_MAX = 10_000
