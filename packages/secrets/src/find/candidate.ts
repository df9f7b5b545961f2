import type { SecretRule } from '../rules/rule.ts'
import type { Nature } from './nature.ts'

/** A secret in a text, before anyone asked in which file and line it stands. */
export interface Candidate {
  readonly rule: SecretRule
  /** `[start, end)` of the value. */
  readonly start: number
  readonly end: number
  /** 0–1 */
  readonly confidence: number
  /** True where a checksum or a structure that chance does not make leaves no doubt. */
  readonly proven: boolean
  /** What can be read from the value without asking anybody, e.g. the account that a key belongs to. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** One text and what its place tells about it. */
export interface Source {
  readonly text: string
  readonly nature: Nature
  /** Emits what is found; order does not matter. */
  readonly emit: (candidate: Candidate) => void
  /** Where the last name ends that was judged: the words of one name are judged together. */
  namedTo: number
}

/** Looks at what stands at an anchor, `[start, end)`; costs a bounded number of steps. */
export type Look = (source: Source, start: number, end: number) => void
