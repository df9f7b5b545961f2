import type { MergedObservation } from '@gatehouse/scan-engine'

/** The parts of a finding that determine its fix. Lines and columns as in an observation. */
export interface FixTarget extends Pick<
  MergedObservation,
  'scanner' | 'ruleId' | 'filePath' | 'startLine' | 'endLine' | 'startColumn' | 'endColumn' | 'cweId' | 'metadata'
> {
  /** Description by the rule, which names the setting that fixes it. */
  readonly description?: string
}

/** The scanned files, as text. */
export interface FixFiles {
  /** All paths of the source. */
  readonly paths: readonly string[]
  /** Returns the text of a file with `\n` and `\r\n` as they are. Undefined if it is missing, too large or not UTF-8. */
  readonly read: (path: string) => Promise<string | undefined>
}

/** New texts by path. */
export type FileTexts = ReadonlyMap<string, string>

/** A fix before its verification. */
export interface FixDraft {
  /** One sentence: what the edits do. */
  readonly title: string
  readonly edits: FileTexts
  /** Author: a rule or a fixer (the default), or a model. */
  readonly source?: 'rule' | 'llm'
  /** What to check before the fix is applied. */
  readonly check?: string
  /** Command that renews the lock file after the edits. */
  readonly command?: string
  /** Texts of the lock files after the command, without checksums. Only the verification reads them. */
  readonly renewed?: FileTexts
}

/** Returns the possible fixes of a finding, the best first. Reads only through its argument and changes nothing. */
export type Fixer = (target: FixTarget, files: FixFiles) => Promise<readonly FixDraft[]>
