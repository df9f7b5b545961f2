import type { AttackSeverity } from '@gatehouse/contracts/redteam'
import type { Grammar } from './grammar.ts'
import type { ContentKind, Oracle } from './oracle.ts'

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

/** Capabilities that a category requires of the target; without them its attacks are not sent, and the report says so. */
export const NEEDS = [
  /** The target exposes its tool calls (`toolCallsPath`, or a dialect that has them). */
  'tool_calls',
  /** Secrets that were planted in the target, or its system prompt, are configured. */
  'canaries',
  /** The target reads documents, pages or tool results of the run's own content server. */
  'content',
  /** The target can reach the run's own sink. */
  'sink',
  /** Several messages in one conversation. */
  'sessions',
  /** Two sessions, or two identities, at once. */
  'two_sessions',
  /** The target is a tool server itself. */
  'mcp',
  /** The target takes messages of other agents, which name their sender. */
  'a2a',
  /** The target receives no credential: its answers are public. */
  'no_credentials',
] as const
export type Need = (typeof NEEDS)[number]

/** Attacks of one idea, as a grammar. `{marker}`, `{canary}`, `{sink}` and `{content}` are replaced for each attack. */
export interface Seed {
  /** Unique within the category; never changes, since attack ids derive from it. */
  readonly id: string
  /** BCP 47. */
  readonly language: string
  /** Idea of the attack, for the report: one line. */
  readonly idea: string
  /**
   * `direct`: a plain request without a pretext, sent first. `known`: a widely known form, sent next. Other seeds follow,
   * conversations last.
   */
  readonly form?: 'direct' | 'known'
  /** Name of the domain pack that the attack belongs to. */
  readonly domain?: string
  /** One grammar per user message; most attacks have one. */
  readonly turns: readonly Grammar[]
  /**
   * Messages that another user sends first, in a separate session that stays open; may contain `{canary}`, which the attack then requests.
   * Requires `two_sessions`.
   */
  readonly before?: readonly Grammar[]
  /** Texts for the target to read with their location, e.g. a poisoned page. Served by the run's content server. */
  readonly plants?: readonly Plant[]
  /** Oracles that replace those of the category. */
  readonly oracles?: readonly Oracle[]
  readonly needs?: readonly Need[]
  /** Benign control on the same subject, in place of the one of the category. */
  readonly benign?: Grammar
  /** In the words of the target: such seeds have priority. */
  readonly isOfSubject?: true
}

export interface Plant {
  /** Kind of content from the target's point of view. */
  readonly as: 'page' | 'document' | 'email' | 'tool_result' | 'memory' | 'tool_description'
  readonly mediaType: 'text/html' | 'text/plain' | 'text/markdown' | 'application/json'
  readonly text: Grammar
}

/** Ids in each framework; the framework lists contain the titles. The list names contain the version. */
export interface Mappings {
  readonly owaspLlm2025: readonly string[]
  readonly owaspLlm2026: readonly string[]
  /** OWASP Top 10 for Agentic Applications 2026. */
  readonly asi: readonly string[]
  readonly atlas: readonly string[]
}

/** One kind of agent weakness: one file. */
export interface Category {
  /** As addresses and reports spell it, e.g. `prompt_injection`. */
  readonly name: string
  readonly group: CategoryGroup
  readonly title: string
  /** What the category tests and why it matters, in one or two sentences. */
  readonly description: string
  readonly severity: AttackSeverity
  /** Whether the category is part of runs without an explicit selection. */
  readonly isDefault: boolean
  readonly needs: readonly Need[]
  readonly mappings: Mappings
  /** Names in other tools. */
  readonly aliases: readonly string[]
  readonly seeds: readonly Seed[]
  /** The language is the attack itself: seeds of all languages are sent. */
  readonly isMultilingual?: true
  /** How a success is recognised, strongest evidence first. */
  readonly oracles: readonly Oracle[]
  /** Content whose disclosure is a success for all seeds, in addition to the oracles. */
  readonly content?: readonly ContentKind[]
  /** Criteria for judge models: what counts as succeeded and as defended. In our own words. */
  readonly criteria: string
  /** Remediation for the operator of the agent. */
  readonly remediation: string
  /** Benign control: the same request without harm. An agent that refuses it over-refuses, and attacks are compared with its answer. */
  readonly benign: Grammar
  /** Guards of the guard service that stop it, by name. */
  readonly guards: readonly string[]
}

/** @throws {RangeError} naming the defect of a category at definition time, not during a run */
export function defineCategory(category: Category): Category {
  const { name, seeds, oracles } = category
  if (!/^[a-z][a-z0-9_]{2,40}$/.test(name)) throw new RangeError(`"${name}" is no name for a category`)
  if (seeds.length === 0 || oracles.length === 0) throw new RangeError(`${name} needs seeds and oracles`)
  const ids = new Set(seeds.map(({ id }) => id))
  if (ids.size < seeds.length) throw new RangeError(`two seeds of ${name} have one id`)
  return category
}

/** Returns the success criteria of an attack: the oracles of its seed or category, and the content of the category. */
export function oraclesOf({ oracles, content }: Category, seed?: Seed): readonly Oracle[] {
  const own = seed?.oracles ?? oracles
  return content === undefined ? own : [...own, { kind: 'content', of: content }]
}
