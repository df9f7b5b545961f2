import type { RunTarget } from '@gatehouse/contracts/redteam'
import type { z } from 'zod'

/** Location in the code. */
export interface Where {
  readonly path: string
  readonly line: number
}

/** Reason for a proposal, with the evidence in the code. */
export interface Reason {
  readonly reason: string
  readonly at: Where | null
}

export interface ProposedTarget {
  /** `target` of a run request. Its address is a guess: only the operator knows it. */
  readonly target: z.input<typeof RunTarget>
  readonly endpoint: string
  /** From 0 to 100: strength of the evidence for an agent. */
  readonly confidence: number
  readonly reasons: readonly (Reason & { readonly field: string })[]
  /** Fields that cannot be derived from code and must be filled in. */
  readonly open: readonly string[]
}

export interface ProposedCategory {
  readonly name: string
  readonly reasons: readonly Reason[]
}

export interface ReadTool {
  readonly name: string
  readonly description: string
  readonly parameters: readonly string[]
  readonly shape: string
  /** Security-relevant capabilities: `sends`, `deletes`, `runs_code`. */
  readonly traits: readonly string[]
  readonly at: Where
}

/** Findings in a code base. All texts are untrusted data, never instructions. */
export interface RepoReading {
  readonly files: {
    readonly listed: number
    readonly read: number
    /** Files of code or text that were not read, and why. The first of them. */
    readonly left: readonly { readonly path: string; readonly reason: string }[]
    readonly isComplete: boolean
  }
  readonly prompts: readonly {
    readonly text: string
    readonly because: string
    readonly isSure: boolean
    readonly at: Where
  }[]
  readonly tools: readonly ReadTool[]
  readonly routes: readonly {
    readonly method: string
    readonly path: string
    readonly framework: string
    readonly bodyFields: readonly string[]
    readonly replyFields: readonly string[]
    readonly streams: boolean
    readonly isAgent: boolean
    readonly auth: string | null
    readonly at: Where
  }[]
  readonly signals: readonly { readonly kind: string; readonly what: string; readonly at: Where }[]
  readonly targets: readonly ProposedTarget[]
  /** Facts that a target cannot express. */
  readonly notes: readonly string[]
  readonly categories: readonly ProposedCategory[]
}
