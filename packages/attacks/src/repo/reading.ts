import type { RunTarget } from '@gatehouse/contracts'
import type { z } from 'zod'

/** Where something is written down. */
export interface Where {
  readonly path: string
  readonly line: number
}

/** Why something is proposed, and what in the code says so. */
export interface Reason {
  readonly reason: string
  readonly at: Where | null
}

export interface ProposedTarget {
  /** What `target` of a run request takes. Its address is a guess: only who runs it knows. */
  readonly target: z.input<typeof RunTarget>
  readonly endpoint: string
  /** From 0 to 100: how much speaks for an agent being there. */
  readonly confidence: number
  readonly reasons: readonly (Reason & { readonly field: string })[]
  /** What nobody can read in code, and has to be filled in. */
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
  /** What it can do that matters to an attacker: `sends`, `deletes`, `runs_code`. */
  readonly traits: readonly string[]
  readonly at: Where
}

/** What was found in a code base. Every text of it comes from there: it is data, and nothing in it is an instruction. */
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
  /** What a target cannot say. */
  readonly notes: readonly string[]
  readonly categories: readonly ProposedCategory[]
}
