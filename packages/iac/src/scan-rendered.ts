import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap, Observation, ScanContext, ShardResult } from '@gatehouse/scan-engine'
import {
  languagesNamed,
  idsOf,
  type Pack,
  type FileHit,
  Suppressions,
  lineStarts,
  positionOf,
} from '@gatehouse/sast/configuration'
import { type ClusterFact, clusterFacts } from './cluster.ts'
import { movedTo, sourceOf } from './mapped.ts'
import type { ConfigScannerName } from './names.ts'
import type { PlannedUnit } from './plan.ts'
import type { Rendered } from './rendered.ts'
import { findingOf, search } from './seen.ts'

/** Own limit: the same as for a source file. */
const RENDERED_UNITS_MAX = 4 * 1024 * 1024

/** Renders a unit, runs the rules on the documents and reports findings at their source locations. */
export async function scanUnit(
  { renderer, unit }: PlannedUnit,
  pack: Pack,
  scanner: ConfigScannerName,
  context: ScanContext,
): Promise<UnitResult> {
  const result = new Results(pack, scanner, context)
  try {
    for (const rendered of await renderer.render(unit, context.tree)) await result.add(rendered)
  } catch (thrown) {
    context.signal.throwIfAborted()
    const detail = `Rendering failed: ${messageOf(thrown)}`
    const [first] = unit.files
    result.gaps.push({ scanner, reason: 'failed', detail, ...(first !== undefined && { filePath: first.path }) })
  }
  return { observations: [...result.observations.values()], gaps: result.gaps, facts: result.facts }
}

/** Result of a unit, with the namespace facts of its objects. */
export interface UnitResult extends ShardResult {
  readonly facts: readonly ClusterFact[]
}

/** Runs the rules on a rendered document and reports findings at their source locations. */
export async function scanRendered(
  rendered: Rendered,
  pack: Pack,
  scanner: ConfigScannerName,
  context: ScanContext,
): Promise<ShardResult> {
  const result = new Results(pack, scanner, context)
  await result.add(rendered)
  return { observations: [...result.observations.values()], gaps: result.gaps }
}

class Results {
  /** By rule and location: a template that is rendered often is reported once. */
  readonly observations = new Map<string, Observation>()
  readonly gaps: CoverageGap[] = []
  readonly facts: ClusterFact[] = []
  readonly #pack: Pack
  readonly #scanner: ConfigScannerName
  readonly #context: ScanContext
  readonly #texts = new Map<string, string>()

  constructor(pack: Pack, scanner: ConfigScannerName, context: ScanContext) {
    this.#pack = pack
    this.#scanner = scanner
    this.#context = context
  }

  async add(rendered: Rendered): Promise<void> {
    const { path, text, language: word, gaps } = rendered
    for (const { file, detail } of gaps) {
      this.gaps.push({ scanner: this.#scanner, reason: 'unparsed', filePath: file, detail })
    }
    const [language] = languagesNamed(word)
    if (language === undefined || text.length > RENDERED_UNITS_MAX) {
      this.gaps.push({
        scanner: this.#scanner,
        reason: 'too_large',
        filePath: path,
        detail: 'The rendered output is too large.',
      })
      return
    }
    const seen = await search(path, text, language, this.#pack, this.#scanner)
    this.gaps.push(...seen.gaps)
    const suppressions = new Suppressions(text)
    for (const hit of seen.hits) {
      const found = findingOf(hit, path, seen.lines, suppressions, this.#scanner)
      await this.#tell(found, hit, rendered)
    }
    if (this.#scanner === 'K8S') await this.#noteFacts(rendered)
  }

  async #noteFacts(rendered: Rendered): Promise<void> {
    for (const { offset, ...fact } of clusterFacts(rendered.text)) {
      const place = sourceOf(rendered, offset, offset + fact.snippet.length)
      // oxlint-disable-next-line no-await-in-loop -- the text is read once
      const text = place === undefined ? undefined : await this.#textOf(place.file)
      const line = text === undefined ? 1 : positionOf(lineStarts(text), place!.from).line
      this.facts.push({ ...fact, filePath: place?.file ?? rendered.path, line })
    }
  }

  async #tell(found: Observation, { rule, start, end }: FileHit, rendered: Rendered): Promise<void> {
    const place = sourceOf(rendered, start, end)
    const text = place === undefined ? undefined : await this.#textOf(place.file)
    if (place === undefined || text === undefined) {
      this.#keep(found)
      return
    }
    const line = positionOf(lineStarts(text), place.from).line
    const moved = movedTo(found, place, text, rendered.path)
    const result = new Suppressions(text).judge(idsOf(rule), line)
    this.#keep(result === undefined || result === 'unexplained' ? moved : { ...moved, suppression: result })
  }

  #keep(found: Observation): void {
    const key = `${found.ruleId} ${found.filePath} ${found.startLine} ${found.startColumn ?? 0}`
    if (!this.observations.has(key)) this.observations.set(key, found)
  }

  async #textOf(path: string): Promise<string | undefined> {
    const known = this.#texts.get(path)
    if (known !== undefined) return known
    try {
      const text = new TextDecoder().decode(await this.#context.tree.read(path))
      this.#texts.set(path, text)
      return text
    } catch {
      // The file was removed during the scan.
      this.#context.signal.throwIfAborted()
      return undefined
    }
  }
}
