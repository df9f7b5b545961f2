import type { FindingSeverity, ScannerName } from '@gatehouse/contracts'

/** A place that data passes on its way to where it does harm. Lines and columns as in {@link Observation}. */
export interface DataFlowStep {
  readonly filePath: string
  readonly line: number
  readonly column: number
  readonly endLine?: number
  readonly endColumn?: number
  /** The first one is the source, the last one the sink. */
  readonly role: 'source' | 'step' | 'sink'
  /** A sentence that says what happens here. Holds no secret. */
  readonly message: string
  /** The line with secrets masked. */
  readonly snippet?: string
}

/** Steps of one finding: of more the middle is left out. */
export const DATA_FLOW_STEPS_MAX = 100

/** What more is known, by the kind of the finding; docs/spec/appsec.md "Finding". All of it may be shown. */
export interface ObservationMetadata {
  /** The package as its purl names it, without version. */
  readonly package?: string
  readonly version?: string
  readonly fixedVersion?: string
  /** The package URL with its version. */
  readonly purl?: string
  /** From the project down to the package: purls, the shortest way. */
  readonly dependencyPath?: readonly string[]
  /** Whether the code imports the package at all; absent where nobody looked. */
  readonly reachable?: boolean
  readonly license?: string
  /** Chance of exploitation within 30 days, 0–1, as FIRST publishes it. */
  readonly epss?: number
  /** In CISA's catalogue of what is exploited. */
  readonly kev?: boolean
  /** The base score, 0–10. */
  readonly cvss?: number
  /** How data gets from where others control it to where it does harm. */
  readonly dataFlow?: readonly DataFlowStep[]
  /** What a rule would write in the place of the finding. */
  readonly fix?: string
  /** Former ids of its rule, oldest first; see `former-rule-ids.ts`. */
  readonly formerRuleIds?: readonly string[]
  /** Pages that say more. */
  readonly references?: readonly string[]
  readonly [more: string]: unknown
}

/** A comment in the source that suppresses a finding. Whether the suppression counts is not for the scanner to decide. */
export interface Suppression {
  /** The comment's marker, e.g. `nosemgrep`. */
  readonly marker: 'nosemgrep' | 'gatehouse:allow'
  /** The reason that the comment gives. Holds no secret. */
  readonly reason?: string
}

/** Lines and columns as in {@link Observation}. */
export interface SourceRange {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** What a scanner saw in a source tree, before it has a place in the history of a project. */
export interface Observation {
  readonly scanner: ScannerName
  /** The current id of its rule, e.g. `secrets/github-token`, `GHSA-…`. */
  readonly ruleId: string
  readonly severity: FindingSeverity
  /** One line; holds no secret. */
  readonly title: string
  /** For a reader who never heard of the rule: what it is, why it matters, what to do. Holds no secret. */
  readonly description: string
  /** Relative to the root of the tree, with `/`. */
  readonly filePath: string
  /** Lines and columns count from 1, columns in UTF-16 code units; the end column is the last one of the range. */
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number
  readonly endColumn?: number
  /** The lines of the place with secrets masked, at most {@link SNIPPET_CHARS_MAX}. */
  readonly snippet?: string
  /** `CWE-798` */
  readonly cweId?: string
  /** Codes of OWASP lists, e.g. `A07:2021`. */
  readonly owasp: readonly string[]
  readonly cveId?: string
  /** 0–1: how sure the scanner is that this is what it says. */
  readonly confidence: number
  /**
   * What makes it the same finding after lines moved, files were renamed and code was reformatted, and another one when what
   * it is about is exchanged: for a secret a digest of its value, for a package its name and the advisory. No line, no path.
   */
  readonly identity: readonly string[]
  /** The source suppresses the finding. */
  readonly suppression?: Suppression
  /** It says less than a flow of data into the same weakness at its place, and is left out where there is one. */
  readonly yields?: boolean
  /** Of a hard-coded credential: the literal, which is a part of the place. */
  readonly value?: SourceRange
  /** What several lines of one file are about, e.g. a cookie: findings of one weakness and subject are one finding. */
  readonly subject?: string
  /** Identities of observations that it stands for; see `consolidate.ts`. */
  readonly absorbed?: readonly (readonly string[])[]
  readonly metadata: ObservationMetadata
}

/** Characters of a snippet: enough for a line of code with its neighbours, small enough for a list of 500 findings. */
export const SNIPPET_CHARS_MAX = 2_000

/** Why a part of the source was not judged; shown as findings of severity INFO and counted by the gate. */
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

/** A part of the source that a scanner could not judge: "0 findings" does not speak of it. */
export interface CoverageGap {
  readonly scanner: ScannerName
  readonly reason: GapReason
  /** Relative path; absent where the whole scan is meant. */
  readonly filePath?: string
  /** No scanner reads the part: the gap belongs to the source. */
  readonly isOfSource?: true
  /** A sentence that names what is missing and what to do. */
  readonly detail: string
  /** Source code behind this gap, by path; at most {@link UNANALYSED_FILES_MAX}. Absent where the gap concerns no code. */
  readonly unanalysed?: readonly UnanalysedFile[]
  /** Files of source code beyond that limit. */
  readonly unlisted?: number
  /** The scan type includes the scanner and no setting requests it by name: the gate reports it and does not fail. */
  readonly isOptional?: true
  /** Ecosystems of packages that were not looked up for want of advisories. */
  readonly ecosystems?: readonly string[]
}

/** Why static analysis left out source code: a reason of a gap, or what `skipped` means for the file. */
export type UnanalysedCause =
  | GapReason
  /** In a folder of installed packages. */
  | 'installed'
  /** A symbolic or hard link. Its target is analysed where it lies in the source. */
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
  /** `part`: some lines or rules are missing, the rest was analysed. `file`: all of it, or lines behind a syntax error. */
  readonly extent: 'file' | 'part'
}

/** Files that one gap lists. */
export const UNANALYSED_FILES_MAX = 10_000
