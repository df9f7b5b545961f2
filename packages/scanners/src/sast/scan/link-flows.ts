import type { CoverageGap, Observation } from '../../engine/observation.ts'
import type { FinishContext, ShardResult } from '../../engine/scanner.ts'
import { observeFlow } from '../report/observe-flow.ts'
import { Suppressions } from '../search/suppress.ts'
import { familyOf, headOf, link, type TaintFinding, unpackFacts } from '../taint/index.ts'
import { unexplained } from './allowed.ts'
import type { Pack } from './pack.ts'
import { FILE_BYTES_MAX } from './scan-file.ts'

/**
 * Follows data over all files of a scan.
 * @param facts what each file says of the flow of data, packed
 */
export async function linkFlows(facts: readonly string[], pack: Pack, context: FinishContext): Promise<ShardResult> {
  const rules = pack.followed(new Set(facts.map((one) => headOf(one).language)))
  if (facts.length === 0 || rules.length === 0) return { observations: [], gaps: [] }
  // Only what a shard of ours carried is ever brought here.
  const linked = link(reachable(facts).map(unpackFacts), rules)
  context.signal.throwIfAborted()
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const observations: Observation[] = []
  for (const [path, findings] of Map.groupBy(linked.findings, ({ filePath }) => filePath)) {
    const text = await textOf(path, context)
    const suppressions = new Suppressions(text ?? '')
    for (const finding of findings) {
      const seen = observeFlow(finding, byId.get(finding.rule)!, text)
      observations.push(isUnexplained(finding, suppressions) ? unexplained(seen) : seen)
    }
  }
  return { observations, gaps: gapsOf(linked) }
}

/**
 * Facts of the languages in which some rule has a source and a sink; others need not be read. Ruby and PHP are taken together, since
 * either may name a file of the other.
 */
function reachable(facts: readonly string[]): readonly string[] {
  const byFamily = Map.groupBy(facts, (one) => {
    const family = familyOf(headOf(one).language)
    return family === 'ruby' ? 'php' : family
  })
  return [...byFamily.values()].flatMap((some) => {
    const heads = some.map(headOf)
    const sourced = new Set(heads.flatMap((head) => head.sourced))
    return heads.some(({ sunk }) => sunk.some((rule) => sourced.has(rule))) ? some : []
  })
}

/** What a comment allows for a reason was never told. */
function isUnexplained({ rule, place }: TaintFinding, suppressions: Suppressions): boolean {
  return suppressions.judge(rule, place.line) === 'unexplained'
}

function gapsOf({
  spent,
  isCallsFull,
}: Pick<ReturnType<typeof link>, 'spent' | 'isCallsFull'>): readonly CoverageGap[] {
  const gap = (detail: string): CoverageGap => ({ scanner: 'SAST_PATTERN', reason: 'timed_out', detail })
  return [
    ...spent.map((rule) => gap(`The rule ${rule} did not end: not all flows of data were followed.`)),
    ...(isCallsFull ? [gap('The program is too large for all of its calls to be followed.')] : []),
  ]
}

/** A file that went away meanwhile is shown without its code. */
async function textOf(path: string, { tree, signal }: FinishContext): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await tree.read(path, FILE_BYTES_MAX))
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
