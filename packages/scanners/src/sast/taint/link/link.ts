import type { Bound, FileFacts, Place, SinkFacts, SourceFacts } from '../facts.ts'
import { META_IN_MESSAGE } from '../../search/message.ts'
import { type Arrival, FollowRule, type LinkedRule } from './follow-rule.ts'
import { Ground } from './ground.ts'
import { type FileNode, Program } from './program.ts'
import { Reach, RULES_AT_ONCE, type SinkPlace } from './reach.ts'
import { isGuessed, type TraceStep, traceOf } from './trace.ts'
import { Values } from './values.ts'

/** What comes from a source of a rule gets to a sink of it. */
export interface TaintFinding {
  readonly rule: string
  /** With what metavariables stand for. */
  readonly message: string
  /** The file and place that it is told on: those of the sink, or of the source where the rule asks for that. */
  readonly filePath: string
  readonly place: Place
  readonly snippet: string
  readonly source: { readonly filePath: string; readonly place: Place; readonly snippet: string }
  readonly sink: { readonly filePath: string; readonly place: Place; readonly snippet: string }
  /** Whether it goes by a call of which nothing but a name says what it runs. */
  readonly isGuess?: boolean
  /** From the source to the sink; the first way that was found is one with the fewest calls. */
  readonly trace: readonly TraceStep[]
}

export interface Linked {
  /** By rule, file and place. */
  readonly findings: readonly TaintFinding[]
  /** Rules that took more than they may: what is said of them is not all. */
  readonly spent: readonly string[]
  /** Whether there was so much to say of functions and objects that some calls lead nowhere. */
  readonly isCallsFull: boolean
}

/**
 * Joins the facts of all files: what of them gets from sources to sinks, over functions and files. The answer depends on the facts
 * and the rules alone, in whatever order they come.
 */
export function link(files: Iterable<FileFacts>, rules: readonly LinkedRule[]): Linked {
  const all = [...files]
  const marked = new Set<string>(all.flatMap(({ rules: ids, sinks }) => sinks.map(({ rule }) => ids[rule]!)))
  const sourced = new Set<string>(all.flatMap(({ rules: ids, sources }) => sources.map(({ rule }) => ids[rule]!)))
  const wanted = rules.filter(({ id }) => marked.has(id) && sourced.has(id))
  if (wanted.length === 0) return { findings: [], spent: [], isCallsFull: false }
  const ground = new Ground(new Program(all))
  const values = new Values(ground)
  values.run()
  const reach = new Reach(ground)
  const findings: TaintFinding[] = []
  const spent: string[] = []
  const placed = wanted
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => ({ rule, places: ground.program.files.map(({ facts }) => facts.rules.indexOf(rule.id)) }))
  for (let from = 0; from < placed.length; from += RULES_AT_ONCE) {
    const some = placed.slice(from, from + RULES_AT_ONCE)
    const reached = reach.to(some.map(({ places }) => sinksOf(ground.program, places)))
    for (const [at, { rule, places }] of some.entries()) {
      const follow = new FollowRule(ground, rule, places, { reached, bit: 1 << at }, values.walk)
      if (!follow.run()) spent.push(rule.id)
      findings.push(...findingsOf(rule, follow, ground))
    }
  }
  return { findings, spent, isCallsFull: values.walk.isFull }
}

/** @param places of a rule, by file */
function sinksOf({ files }: Program, places: readonly number[]): readonly SinkPlace[] {
  return files.flatMap((file) =>
    file.facts.sinks.flatMap(({ rule }, mark) => (rule === places[file.index] ? [{ file, mark }] : [])),
  )
}

function findingsOf(rule: LinkedRule, follow: FollowRule, ground: Ground): readonly TaintFinding[] {
  const bySink = new Map<string, Arrival[]>()
  for (const one of follow.arrivals.values()) {
    const key = `${one.file.index} ${one.mark}`
    bySink.set(key, [...(bySink.get(key) ?? []), one])
  }
  const isMetAt = (file: FileNode, mark: number): boolean =>
    file.facts.sinks[mark]!.requires === undefined ? bySink.has(`${file.index} ${mark}`) : follow.isMetAt(file, mark)
  const found = new Map<string, TaintFinding>()
  for (const list of bySink.values()) {
    const [{ file, mark }] = list as [Arrival]
    const sink = file.facts.sinks[mark]!
    const group = groupOf(file, sink, mark)
    // A group is told once, by the first of it that anything gets to.
    if (group.find((one) => bySink.has(`${file.index} ${one}`)) !== mark || !group.every((one) => isMetAt(file, one)))
      continue
    for (const arrival of rule.taint.focus === 'source' ? list : list.slice(0, 1)) {
      const finding = findingOf(rule, arrival, sink, ground)
      const key = `${finding.filePath} ${finding.place.line} ${finding.place.column} ${finding.place.endLine} ${finding.place.endColumn}`
      if (!found.has(key)) found.set(key, finding)
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      (a.filePath < b.filePath ? -1 : a.filePath > b.filePath ? 1 : 0) ||
      a.place.line - b.place.line ||
      a.place.column - b.place.column,
  )
}

function groupOf({ facts }: FileNode, { group, rule }: SinkFacts, mark: number): readonly number[] {
  if (group === undefined) return [mark]
  return facts.sinks.flatMap((one, at) => (one.group === group && one.rule === rule ? [at] : []))
}

function findingOf(rule: LinkedRule, arrival: Arrival, sink: SinkFacts, ground: Ground): TaintFinding {
  const { source, sourceFile, file } = arrival
  const from = { filePath: sourceFile.facts.path, place: source.place, snippet: source.snippet }
  const to = { filePath: file.facts.path, place: sink.place, snippet: sink.snippet }
  const told = rule.taint.focus === 'source' ? from : to
  return {
    rule: rule.id,
    message: messageOf(rule.message, source, sink.bound),
    ...told,
    source: from,
    sink: to,
    ...(isGuessed(arrival) && { isGuess: true }),
    trace: traceOf(arrival, ground),
  }
}

/** What the sink says comes first. */
function messageOf(message: string, source: SourceFacts, bound: Bound): string {
  return message.replace(META_IN_MESSAGE, (word) => bound[word] ?? source.bound[word] ?? word)
}
