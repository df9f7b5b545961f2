import { Failure, messageOf } from '@gatehouse/kernel'
import { bindingOf } from '../../match/bindings.ts'
import type { Hit } from '../../match/find.ts'
import { type Source, STEPS_MAX } from '../../match/source.ts'
import { evaluate, type SearchGround } from '../../search/evaluate.ts'
import { KnownHits } from '../../search/known-hits.ts'
import { mayMatch } from '../../search/prefilter.ts'
import type { SinkFacts, SourceFacts } from '../facts.ts'
import { groupOf } from '../guards/groups.ts'
import type { Marks } from '../marks.ts'
import type { PreparedTaint } from '../rules/prepare.ts'
import type { PropagatorPart, TaintPart, TaintRule } from '../rules/taint-rule.ts'
import { Gathering } from './gather.ts'
import { isAssignmentTarget, nodeCountIn, nodesAt, nodesIn, outermost, sinkNodes } from './nodes.ts'
import { Shown } from './shown.ts'

/** Own limit: nodes marked by the sources and sinks of a rule in one file. Nested hits of a rule mark the same nodes repeatedly. */
const RULE_MARKS_MAX = 500_000
/** Own limit: the same for all rules together. */
const FILE_MARKS_MAX = 2_000_000

/** Own limit: sources and sinks in one file for all rules. Each is stored with its code. */
const FILE_PLACES_MAX = 100_000

export interface MarkedFile {
  readonly marks: Marks
  /** Rules that did not finish, with the reason: they have no results for the file. */
  readonly spent: readonly { readonly rule: TaintRule; readonly reason: string }[]
}

/**
 * Marks the nodes of a file for taint rules.
 * @param words words of the text: rules without a matching word are skipped
 */
export function marksOf(source: Source, prepared: readonly PreparedTaint[], words: ReadonlySet<string>): MarkedFile {
  const marking = new TaintMarker(source, words)
  const spent: MarkedFile['spent'][number][] = []
  for (const item of prepared) {
    try {
      marking.add(item)
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.code !== 'limit_reached') throw thrown
      spent.push({ rule: item.rule, reason: messageOf(thrown) })
    }
  }
  return { marks: marking.done(), spent }
}

/** All hits of one rule, by rule part. */
interface RuleHits {
  readonly of: (part: TaintPart) => readonly Hit[]
  readonly ground: SearchGround
}

class TaintMarker {
  readonly #source: Source
  readonly #words: ReadonlySet<string>
  readonly #shown: Shown
  readonly #known = new KnownHits()
  readonly #nodes = new Gathering()
  readonly #rules: TaintRule[] = []
  readonly #sources: SourceFacts[] = []
  readonly #sinks: SinkFacts[] = []
  readonly #exits: number[] = []
  #groups = 0
  #room = FILE_MARKS_MAX

  constructor(source: Source, words: ReadonlySet<string>) {
    this.#source = source
    this.#words = words
    this.#shown = new Shown(source.tree.text)
  }

  add({ rule, patterns, clauses, cut }: PreparedTaint): void {
    this.#source.fresh()
    let steps = 0
    const step = (): void => {
      steps += 1
      if (steps > STEPS_MAX) throw new Failure('limit_reached', `Matching exceeded ${STEPS_MAX} steps.`)
    }
    const { tree } = this.#source
    const { options } = rule
    const known = this.#known.under(options)
    const ground: SearchGround = { text: tree.text, source: this.#source, patterns, options, known, cut, step }
    const parts = [...rule.sources, ...rule.sinks, ...rule.sanitizers, ...rule.propagators]
    // All parts are matched before any node is marked: a rule that does not finish has no marks.
    const hits = new Map<TaintPart, readonly Hit[]>(
      parts.map((part) => [part, mayMatch(clauses.get(part) ?? [], this.#words) ? evaluate(part.formula, ground) : []]),
    )
    if ([...hits.values()].every((found) => found.length === 0)) return
    const found: RuleHits = { of: (part) => hits.get(part) ?? [], ground }
    this.#takeRoom(rule, found)
    const number = this.#rules.push(rule) - 1
    this.#addSources(rule, number, found)
    this.#addSinks(rule, number, found)
    this.#addSanitizers(rule, number, found)
    this.#addPropagators(rule, number, found)
  }

  done(): Marks {
    const those = (wanted: (rule: TaintRule) => boolean): readonly number[] =>
      this.#rules.flatMap((rule, number) => (wanted(rule) ? [number] : []))
    return {
      rules: this.#rules.map(({ id }) => id),
      without: {
        indexes: those(({ taint }) => taint.safeIndexes),
        numbers: those(({ taint }) => taint.safeNumbers),
        booleans: those(({ taint }) => taint.safeBooleans),
        combined: those(({ taint }) => taint.onlyAssignments),
      },
      groups: this.#rules.map(({ cwe }) => groupOf(cwe)),
      sources: this.#sources,
      sinks: this.#sinks,
      exits: this.#exits,
      byNode: this.#nodes.done(),
    }
  }

  /** @throws {Failure} `limit_reached` before anything is marked */
  #takeRoom(rule: TaintRule, found: RuleHits): void {
    const max = Math.min(RULE_MARKS_MAX, this.#room)
    let [marks, places] = [0, this.#sources.length + this.#sinks.length]
    for (const part of [...rule.sources, ...rule.sinks]) {
      places += found.of(part).length
      if (places > FILE_PLACES_MAX) {
        throw new Failure('limit_reached', `Rules have more than ${FILE_PLACES_MAX} sources and sinks in the file.`)
      }
      if (part.isExact) continue
      for (const hit of found.of(part)) marks += nodeCountIn(this.#source.tree, hit)
      if (marks > max) throw new Failure('limit_reached', `Its sources and sinks mark more than ${max} nodes.`)
    }
    this.#room -= marks
  }

  #addSources(rule: TaintRule, number: number, found: RuleHits): void {
    const { tree } = this.#source
    for (const part of rule.sources) {
      for (const hit of firstPerRange(found.of(part))) {
        const place = this.#shown.place(hit)
        const { label, requires, sideEffect, isExact } = part
        const exact = nodesAt(tree, hit)
        if (!part.hasFocus && exact.some((node) => isAssignmentTarget(node, this.#source))) continue
        const bound = this.#shown.bound(rule, hit, found.ground)
        const snippet = this.#shown.snippet(hit)
        const mark = this.#sources.length
        this.#sources.push({
          rule: number,
          label,
          ...(requires !== undefined && { requires }),
          ...(sideEffect !== 'no' && { isAfter: true }),
          ...(part.isControl && { isControl: true }),
          place,
          snippet,
          bound,
        })
        if (sideEffect !== 'only') this.#nodes.add(isExact ? exact : nodesIn(tree, hit), 'sources', mark)
        if (sideEffect !== 'no') this.#nodes.add(exact, 'sourcesAfter', mark)
      }
    }
  }

  #addSinks(rule: TaintRule, number: number, found: RuleHits): void {
    const { tree } = this.#source
    for (const part of rule.sinks) {
      for (const hit of firstPerRange(found.of(part))) {
        const place = this.#shown.place(hit)
        const { start, end } = hit
        const bound = this.#shown.bound(rule, hit, found.ground)
        const about = { rule: number, place, start, end, snippet: this.#shown.snippet(hit), bound }
        if (Array.isArray(part.requires)) {
          this.#addDemands(part.requires, hit, about)
          continue
        }
        const requires = typeof part.requires === 'string' ? { requires: part.requires } : {}
        if (part.isAtExit) {
          this.#exits.push(this.#sinks.push({ ...about, ...requires }) - 1)
          continue
        }
        const exact = nodesAt(tree, hit)
        const wide = part.hasFocus ? exact : exact.flatMap((node) => sinkNodes(node, this.#source))
        const nodes = part.isExact ? wide : nodesIn(tree, hit)
        this.#nodes.add(nodes, 'sinks', this.#sinks.push({ ...about, ...requires }) - 1)
      }
    }
  }

  /** Conditions of a rule on several metavariables all apply. */
  #addDemands(
    demands: readonly { readonly meta: string; readonly requires: string }[],
    hit: Hit,
    about: Omit<SinkFacts, 'requires' | 'group'>,
  ): void {
    const group = this.#groups
    this.#groups += 1
    for (const { meta, requires } of demands) {
      const bound = bindingOf(hit.bindings, meta)
      const nodes = bound === undefined ? [] : nodesAt(this.#source.tree, bound)
      this.#nodes.add(nodes, 'sinks', this.#sinks.push({ ...about, requires, group }) - 1)
    }
  }

  #addSanitizers(rule: TaintRule, number: number, found: RuleHits): void {
    const { tree } = this.#source
    const others = new Set([...rule.sources, ...rule.sinks].flatMap((part) => found.of(part)).map(rangeOf))
    for (const part of rule.sanitizers) {
      const hits = firstPerRange(found.of(part)).filter((hit) => !part.yields || !others.has(rangeOf(hit)))
      if (part.sideEffect !== 'only') {
        // The nodes of a nested range are marked with those of the outer range.
        for (const hit of part.isExact ? hits : outermost(hits)) {
          this.#nodes.add(part.isExact ? nodesAt(tree, hit) : nodesIn(tree, hit), 'clean', number)
        }
      }
      if (part.sideEffect === 'no') continue
      for (const hit of hits) this.#nodes.add(nodesAt(tree, hit), 'cleanAfter', number)
    }
  }

  /** Adds a propagator with labels to the sources: values pass it like a source that requires labels. */
  #carrier(part: PropagatorPart, rule: number, hit: Hit): { readonly via?: number } {
    const { label, requires, replaces } = part
    if (label === '' && requires === undefined) return {}
    const about = { rule, label, place: this.#shown.place(hit), snippet: this.#shown.snippet(hit), bound: {} }
    const carries = replaces === undefined ? {} : { replaces }
    return { via: this.#sources.push({ ...about, requires: requires ?? 'True', carries }) - 1 }
  }

  #addPropagators(rule: TaintRule, number: number, found: RuleHits): void {
    const { tree } = this.#source
    for (const part of rule.propagators) {
      for (const hit of found.of(part)) {
        const { bindings } = hit
        const [from, to] = [bindingOf(bindings, part.from), bindingOf(bindings, part.to)]
        if (from === undefined || to === undefined) continue
        const via = this.#carrier(part, number, hit)
        for (const node of nodesAt(tree, from)) {
          for (const into of nodesAt(tree, to)) {
            this.#nodes.into(node, { rule: number, node: into, isAfter: part.isAfter, isReplaced: false, ...via })
          }
        }
      }
    }
  }
}

function rangeOf({ start, end }: Hit): string {
  return `${start} ${end}`
}

/** Marks a range once per rule part, even with several alternative matches. */
function firstPerRange(hits: readonly Hit[]): readonly Hit[] {
  return [...new Map(hits.toReversed().map((hit) => [rangeOf(hit), hit])).values()].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  )
}
