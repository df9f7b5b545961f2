import type { Bound, FileFacts, CodeRange, SinkFacts, SourceFacts } from '../facts.ts'
import { firstIdOf } from '../../rules/rule-ids.ts'
import { META_IN_MESSAGE } from '../../search/message.ts'
import { type Arrival, type FollowedRule, FollowRules, type LinkedRule } from './follow-rules.ts'
import { Ground } from './ground.ts'
import { type FileNode, Program } from './program.ts'
import { type ProjectFile, Projects } from './projects.ts'
import { SinkReachability, type SinkLocation } from './reach.ts'
import { batched, groupRules } from './together.ts'
import { isGuessed, type TraceStep, traceOf } from './trace.ts'
import { Values } from './values.ts'

/** A flow from a source to a sink of a rule. */
export interface TaintFinding {
  readonly rule: string
  /** With the values of metavariables. */
  readonly message: string
  /** Reported file and location: the sink, or the source where the rule requires it. */
  readonly filePath: string
  readonly place: CodeRange
  readonly snippet: string
  readonly source: { readonly filePath: string; readonly place: CodeRange; readonly snippet: string }
  readonly sink: { readonly filePath: string; readonly place: CodeRange; readonly snippet: string }
  /** Whether the flow passes a call that is resolved by name only. */
  readonly isGuess?: boolean
  /** From the source to the sink; the first path found has the fewest calls. */
  readonly trace: readonly TraceStep[]
}

export interface Linked {
  /** By rule, file and location. */
  readonly findings: readonly TaintFinding[]
  /** Rules that exceeded a limit: their findings are incomplete. */
  readonly spent: readonly string[]
  /** Whether some calls are unresolved because functions and objects exceeded the limit. */
  readonly isCallsFull: boolean
}

/**
 * Links the facts of all files: finds flows from sources to sinks across functions and files. The result depends only on the input, not on
 * its order.
 * @param projectFiles files that map module names
 */
export function link(
  files: Iterable<FileFacts>,
  rules: readonly LinkedRule[],
  projectFiles: readonly ProjectFile[] = [],
): Linked {
  const all = [...files]
  const marked = new Set<string>(all.flatMap(({ rules: ids, sinks }) => sinks.map(({ rule }) => ids[rule]!)))
  const sourced = new Set<string>(all.flatMap(({ rules: ids, sources }) => sources.map(({ rule }) => ids[rule]!)))
  const wanted = rules.filter(({ id }) => marked.has(id) && sourced.has(id))
  if (wanted.length === 0) return { findings: [], spent: [], isCallsFull: false }
  const ground = new Ground(new Program(all), new Projects(projectFiles))
  const values = new Values(ground)
  values.run()
  const reach = new SinkReachability(ground)
  const findings: TaintFinding[] = []
  const spent: string[] = []
  const placed = wanted
    // A new id leaves the order as it was, and with it the paths that limits cut off.
    .toSorted((a, b) => (firstIdOf(a) < firstIdOf(b) ? -1 : 1))
    .map((rule) => ({ rule, places: ground.program.files.map(({ facts }) => facts.rules.indexOf(rule.id)) }))
  for (const batch of batched(groupRules(placed, ground.program))) {
    const reached = reach.to(batch.flat().map(({ places }) => sinksOf(ground.program, places)))
    let first = 0
    for (const group of batch) {
      const follow = new FollowRules(ground, group, reached, first, values.walk)
      spent.push(...follow.run().map(({ rule }) => rule.id))
      for (const rule of follow.rules) findings.push(...findingsOf(rule, follow, ground))
      first += group.length
    }
  }
  const inOrder = new Map(placed.map(({ rule }, at) => [rule.id, at]))
  findings.sort((a, b) => inOrder.get(a.rule)! - inOrder.get(b.rule)!)
  spent.sort((a, b) => inOrder.get(a)! - inOrder.get(b)!)
  return { findings, spent, isCallsFull: values.walk.full !== 0 }
}

/** @param places indexes of a rule, by file */
function sinksOf({ files }: Program, places: readonly number[]): readonly SinkLocation[] {
  return files.flatMap((file) =>
    file.facts.sinks.flatMap(({ rule }, mark) => (rule === places[file.index] ? [{ file, mark }] : [])),
  )
}

function findingsOf(followedRule: FollowedRule, follow: FollowRules, ground: Ground): readonly TaintFinding[] {
  const { rule } = followedRule
  const bySink = new Map<string, Arrival[]>()
  for (const arrival of followedRule.arrivals.values()) {
    const key = `${arrival.file.index} ${arrival.mark}`
    const list = bySink.get(key)
    if (list === undefined) bySink.set(key, [arrival])
    else list.push(arrival)
  }
  const isMetAt = (file: FileNode, mark: number): boolean =>
    file.facts.sinks[mark]!.requires === undefined
      ? bySink.has(`${file.index} ${mark}`)
      : follow.isMetAt(followedRule, file, mark)
  const found = new Map<string, TaintFinding>()
  for (const list of bySink.values()) {
    const [{ file, mark }] = list as [Arrival]
    const sink = file.facts.sinks[mark]!
    const group = groupOf(file, sink, mark)
    // A group is reported once, at the first reached sink.
    if (
      group.find((other) => bySink.has(`${file.index} ${other}`)) !== mark ||
      !group.every((other) => isMetAt(file, other))
    )
      continue
    for (const finding of likely(list, rule, sink, ground)) {
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
  return facts.sinks.flatMap((sink, at) => (sink.group === group && sink.rule === rule ? [at] : []))
}

/** Own limit: steps of a flow with a call resolved by name; none of the reviewed longer ones was a true positive. */
const GUESSED_STEPS_MAX = 12

/** Own limit: paths to one sink that are checked for one report. */
const WAYS_MAX = 8

/** Returns the reported flows of a sink: the first likely path, or all of them where a rule reports sources. */
function likely(list: readonly Arrival[], rule: LinkedRule, sink: SinkFacts, ground: Ground): readonly TaintFinding[] {
  const isLikely = ({ isGuess, trace }: TaintFinding): boolean => isGuess !== true || trace.length <= GUESSED_STEPS_MAX
  if (rule.taint.focus === 'source') return list.map((item) => findingOf(rule, item, sink, ground)).filter(isLikely)
  for (const item of list.slice(0, WAYS_MAX)) {
    const finding = findingOf(rule, item, sink, ground)
    if (isLikely(finding)) return [finding]
  }
  return []
}

function findingOf(rule: LinkedRule, arrival: Arrival, sink: SinkFacts, ground: Ground): TaintFinding {
  const { source, sourceFile, file } = arrival
  const from = { filePath: sourceFile.facts.path, place: source.place, snippet: source.snippet }
  const to = { filePath: file.facts.path, place: sink.place, snippet: sink.snippet }
  const reported = rule.taint.focus === 'source' ? from : to
  return {
    rule: rule.id,
    message: messageOf(rule.message, source, sink.bound),
    ...reported,
    source: from,
    sink: to,
    ...(isGuessed(arrival) && { isGuess: true }),
    trace: traceOf(arrival, ground),
  }
}

/** Returns the message; values of the sink come first. */
function messageOf(message: string, source: SourceFacts, bound: Bound): string {
  return message.replace(META_IN_MESSAGE, (word) => bound[word] ?? source.bound[word] ?? word)
}
