import type { AttackSeverity } from '@gatehouse/contracts'
import type { Grammar } from './grammar.ts'
import type { Oracle } from './oracle.ts'

export const CATEGORY_GROUPS = [
  'injection',
  'jailbreak',
  'tools',
  'supply_chain',
  'multi_agent',
  'access',
  'data',
  'memory_rag',
  'code_infra',
  'resources',
  'harm',
  'trust',
] as const
export type CategoryGroup = (typeof CATEGORY_GROUPS)[number]

/** What has to be there before a category can be tested at all; where it is not, its attacks are not sent, and that is told. */
export const NEEDS = [
  /** The target shows the tool calls that it makes (`toolCallsPath`, or a dialect that has them). */
  'tool_calls',
  /** Secrets that were planted in the target, or its system prompt, are known. */
  'canaries',
  /** The target reads documents, pages or tool results of the run's own content server. */
  'content',
  /** The target can reach the run's own sink. */
  'sink',
  /** Several messages of one conversation. */
  'sessions',
  /** Two sessions, or two identities, at once. */
  'two_sessions',
  /** The target is a tool server itself. */
  'mcp',
  /** Nothing is shown to the target that could be a credential: what it answers, it answers to anybody. */
  'no_credentials',
] as const
export type Need = (typeof NEEDS)[number]

/** Attacks of one idea, as a grammar. `{marker}`, `{canary}`, `{sink}` and `{content}` are filled in for each attack. */
export interface Seed {
  /** Unique within the category; never changes, since the ids of attacks come from it. */
  readonly id: string
  /** BCP 47. */
  readonly language: string
  /** What the attack tries, for the report: one line. */
  readonly idea: string
  /** One grammar for each message of the user; most attacks have one. */
  readonly turns: readonly Grammar[]
  /**
   * What somebody else says before, in a session of their own that stays open; may hold `{canary}`, which the attack then asks
   * for. Needs `two_sessions`.
   */
  readonly before?: readonly Grammar[]
  /** Texts that the target is to find: what stands where, e.g. a poisoned page. Served by the run's content server. */
  readonly plants?: readonly Plant[]
  /** Judged by these, in place of the category's own. */
  readonly oracles?: readonly Oracle[]
  readonly needs?: readonly Need[]
}

export interface Plant {
  /** What it is to the target. */
  readonly as: 'page' | 'document' | 'email' | 'tool_result' | 'memory' | 'tool_description'
  readonly mediaType: 'text/html' | 'text/plain' | 'text/markdown' | 'application/json'
  readonly text: Grammar
}

/** Ids of each framework; the lists of frameworks give them titles. Versioned by the names of the lists. */
export interface Mappings {
  readonly owaspLlm2025: readonly string[]
  readonly owaspLlm2026: readonly string[]
  /** OWASP Top 10 for Agentic Applications 2026. */
  readonly asi: readonly string[]
  readonly atlas: readonly string[]
}

/** One kind of weakness of an agent: one file. */
export interface Category {
  /** As addresses and reports spell it, e.g. `prompt_injection`. */
  readonly name: string
  readonly group: CategoryGroup
  readonly title: string
  /** What it tests and why that matters, in a sentence or two. */
  readonly description: string
  readonly severity: AttackSeverity
  /** Whether it runs where nobody chose categories. */
  readonly isDefault: boolean
  readonly needs: readonly Need[]
  readonly mappings: Mappings
  /** Names under which other tools know it. */
  readonly aliases: readonly string[]
  readonly seeds: readonly Seed[]
  /** How a success is recognised, strongest evidence first. */
  readonly oracles: readonly Oracle[]
  /** For judges that are models: what counts as a success, what as withstood. In our words. */
  readonly criteria: string
  /** What whoever runs the agent does about it. */
  readonly remediation: string
  /** The same wish without harm: an agent that refuses it refuses too much, and its answer is what attacks are compared with. */
  readonly benign: Grammar
  /** Guards of the guard service that stop it, by name. */
  readonly guards: readonly string[]
}

/** @throws {RangeError} naming what is wrong with a category; a wrong one must not wait for a run to be found */
export function defineCategory(category: Category): Category {
  const { name, seeds, oracles } = category
  if (!/^[a-z][a-z0-9_]{2,40}$/.test(name)) throw new RangeError(`"${name}" is no name for a category`)
  if (seeds.length === 0 || oracles.length === 0) throw new RangeError(`${name} needs seeds and oracles`)
  const ids = new Set(seeds.map(({ id }) => id))
  if (ids.size < seeds.length) throw new RangeError(`two seeds of ${name} have one id`)
  return category
}
