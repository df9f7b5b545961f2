import type { CodeRange } from '../facts.ts'
import { type Fact, type Step, stepFor } from './facts-found.ts'
import type { Arrival } from './follow-rules.ts'
import type { Ground } from './ground.ts'
import { callOf, type FileNode } from './program.ts'

/** A location on the path of a value. Lines and columns from 1, the end is the last character. */
export interface TraceStep {
  readonly filePath: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly kind: 'source' | 'step' | 'sink'
  /** Short description of the step. */
  readonly message: string
}

/** Own limit: of a longer path the start and the end are sufficient. */
const STEPS_MAX = 40
/** Maximum number of function entries and exits that are shown individually. */
const DEPTH_MAX = 60

/** The rule of a reported path: its bit. */
interface TracedRule {
  readonly ground: Ground
  readonly rule: number
}

/** The way of an arrival, from its source to its sink. */
export function traceOf(arrival: Arrival, ground: Ground): readonly TraceStep[] {
  const { source, sourceFile, file, mark, fact, flow, rule } = arrival
  const sink = file.facts.sinks[mark]!
  const steps: TraceStep[] = [at(sourceFile, source.place, 'source', `${source.snippet} is the source of the data`)]
  steps.push(...traceTo(fact, { ground, rule }, 0))
  for (const place of flow.steps) steps.push(at(file, place, 'step', 'goes on'))
  steps.push(at(file, sink.place, 'sink', `${sink.snippet} receives the data`))
  return shortened(withoutRepeats(steps))
}

/** Whether the path passes a call that is resolved by name only. */
export function isGuessed({ fact, rule }: Arrival): boolean {
  const open: Fact[] = [fact]
  const seen = new Set<Fact>(open)
  for (const item of open) {
    const { isGuess, before, inner } = stepFor(item, rule)
    if (isGuess === true) return true
    for (const next of [before, inner]) {
      if (next === undefined || seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return false
}

/** @param tracedRule the rule of the path */
function traceTo(fact: Fact, tracedRule: TracedRule, depth: number): readonly TraceStep[] {
  const chain: Step[] = []
  for (let item: Fact | undefined = fact; item !== undefined;) {
    const step = stepFor(item, tracedRule.rule)
    chain.push(step)
    item = step.before
  }
  return chain.toReversed().flatMap((item) => stepsOf(item, tracedRule, depth))
}

/** Returns the trace between a fact and its predecessor. */
function stepsOf(step: Step, tracedRule: TracedRule, depth: number): readonly TraceStep[] {
  const { ground } = tracedRule
  const { before, flow, call, inner, innerFlow } = step
  const steps: TraceStep[] = []
  if (before !== undefined && flow !== undefined && step.how !== 'back') {
    for (const place of flow.steps) steps.push(at(before.node.fn.file, place, 'step', 'goes on'))
  }
  const owner = call === -1 ? undefined : ground.program.ownerOf(call)
  const called = owner === undefined ? undefined : callOf(owner, call - owner.firstCall)
  const name = called === undefined ? '' : (called.method || called.name || 'a function').slice(0, 80)
  if (inner !== undefined && depth < DEPTH_MAX) {
    if (owner !== undefined && before !== undefined)
      steps.push(at(owner.file, called!.place, 'step', `goes into ${name}`))
    steps.push(
      ...(before === undefined ? traceTo(inner, tracedRule, depth + 1) : traceWithin(inner, tracedRule, depth + 1)),
    )
    for (const place of innerFlow?.steps ?? []) steps.push(at(inner.node.fn.file, place, 'step', 'goes on'))
  }
  if (owner === undefined) return steps
  const words = { call: 'goes into', back: 'comes out of', library: 'passes', begin: '', variable: '', member: '' }[
    step.how
  ]
  steps.push(at(owner.file, called!.place, 'step', `${words} ${name}`))
  return steps
}

/** Returns the path within a function from its entry. */
function traceWithin(fact: Fact, tracedRule: TracedRule, depth: number): readonly TraceStep[] {
  const chain: Step[] = []
  for (let item: Fact | undefined = fact; item !== undefined && item.entry === fact.entry;) {
    const step = stepFor(item, tracedRule.rule)
    // The first fact is the function entry.
    if (step.how === 'call' || step.how === 'begin') break
    chain.push(step)
    item = step.before
  }
  return chain.toReversed().flatMap((item) => stepsOf(item, tracedRule, depth))
}

function at({ facts }: FileNode, place: CodeRange, kind: TraceStep['kind'], message: string): TraceStep {
  const { line, column, endLine, endColumn } = place
  return { filePath: facts.path, line, column, endLine, endColumn, kind, message }
}

/** Removes consecutive duplicate steps. */
function withoutRepeats(steps: readonly TraceStep[]): readonly TraceStep[] {
  const traceSteps: TraceStep[] = []
  for (const step of steps) {
    const last = traceSteps.at(-1)
    const isSame =
      last !== undefined && last.filePath === step.filePath && last.line === step.line && last.column === step.column
    if (!isSame) traceSteps.push(step)
    else if (step.kind === 'sink' || (last.message === 'goes on' && step.message !== 'goes on')) {
      if (last.kind === 'source') traceSteps.push(step)
      else traceSteps[traceSteps.length - 1] = step
    }
  }
  return traceSteps
}

function shortened(steps: readonly TraceStep[]): readonly TraceStep[] {
  if (steps.length <= STEPS_MAX) return steps
  return [...steps.slice(0, STEPS_MAX / 2), ...steps.slice(-STEPS_MAX / 2)]
}
