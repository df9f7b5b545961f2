import type { LineProblem } from '../../../ui/code-editor.tsx'
import { type Document, isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml'
import { isMapping } from '../parts/plain.ts'

export const STAGES = ['input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const
export type Stage = (typeof STAGES)[number]

/** An entry as it may stand in a policy; further settings may stand beside `enabled`. */
export type Entry = Readonly<Record<string, unknown>>
export type Policy = { readonly mode?: unknown } & { readonly [Name in Stage]?: Readonly<Record<string, Entry>> }

/** Where something is wrong, as the names that lead there. */
export interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

export interface ReadPolicy {
  readonly policy: Policy
  /** Of the text itself: it is no YAML, or no map. */
  readonly broken: readonly LineProblem[]
  /** The line of a place, or of the deepest part of it that is there. */
  lineOf(path: readonly string[]): number
}

/** A policy as text, in the form that `gatehouse policy` reads too. */
export function textOf(policy: Policy): string {
  return stringify({
    mode: policy.mode,
    input_guardrails: policy.input_guardrails ?? {},
    output_guardrails: policy.output_guardrails ?? {},
    agentic_guardrails: policy.agentic_guardrails ?? {},
  })
}

const KNOWN = new Set<string>(['mode', ...STAGES])

export function readPolicy(text: string): ReadPolicy {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const broken = document.errors.map(({ message, pos }) => ({
    line: counter.linePos(pos[0]).line,
    message: message.split(' at line ')[0] ?? message,
  }))
  const value = broken.length === 0 ? valueOf(document) : {}
  const lineOf = (path: readonly string[]): number => lineIn(document, counter, path)
  if (typeof value === 'string') return { policy: {}, broken: [{ line: 0, message: value }], lineOf }
  const strange = Object.keys(value).filter((name) => !KNOWN.has(name))
  const shapes = STAGES.filter((stage) => value[stage] !== undefined && !isMapping(value[stage]))
  return {
    policy: value,
    broken: [
      ...broken,
      ...strange.map((name) => ({ line: lineOf([name]), message: `“${name}” is no part of a policy.` })),
      ...shapes.map((name) => ({ line: lineOf([name]), message: `“${name}” must hold guards by name.` })),
    ],
    lineOf,
  }
}

function valueOf(document: Document): Policy | string {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
    return isMapping(value) ? value : 'A policy is a map: mode, and guards by stage.'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function lineIn(document: Document, counter: LineCounter, path: readonly string[]): number {
  let node: unknown = document.contents
  let line = 1
  for (const step of path) {
    if (!isMap(node)) break
    const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === step)
    if (pair === undefined) break
    const at = isScalar(pair.key) ? pair.key.range?.[0] : undefined
    if (at !== undefined) line = counter.linePos(at).line
    node = pair.value
  }
  return line
}
