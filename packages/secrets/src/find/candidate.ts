import type { SecretRule } from '../rules/rule.ts'
import type { Nature } from './nature.ts'

/** A potential secret in a text, before its file and line are known. */
export interface Candidate {
  readonly rule: SecretRule
  /** Range of the value, `[start, end)`. */
  readonly start: number
  readonly end: number
  /** 0–1 */
  readonly confidence: number
  /** Whether a checksum or an unmistakable structure confirms it. */
  readonly proven: boolean
  /** Facts derived from the value, such as the account of a key. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** A text with the properties of its file. */
export interface Source {
  readonly text: string
  readonly nature: Nature
  /** Emits a candidate, in any order. */
  readonly emit: (candidate: Candidate) => void
  /** End of the last checked name, because the words of one name are checked together. */
  namedTo: number
}

/** Checks the text at an anchor, `[start, end)`; takes a bounded number of steps. */
export type Detector = (source: Source, start: number, end: number) => void
