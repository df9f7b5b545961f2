import { textOf, unifiedDiff } from '@gatehouse/sast'
import { type MergedObservation, runScan, type Scanner, type SourceTree } from '@gatehouse/scan-engine'
import { patchedTree } from './copy.ts'
import { fixFinding } from './suggest.ts'
import { createVerifier, type VerifiedFix } from './verify.ts'

/** A finding and its fix. */
export interface AppliedFix {
  readonly finding: MergedObservation
  readonly fix: VerifiedFix
}

/** A finding without a fix, and why. */
export interface LeftFinding {
  readonly finding: MergedObservation
  readonly reason: string
}

/** A file before and after all fixes. */
export interface ChangedFile {
  readonly path: string
  readonly before: Uint8Array
  readonly text: string
  readonly diff: string
}

export interface FixAllResult {
  readonly files: readonly ChangedFile[]
  readonly done: readonly AppliedFix[]
  readonly left: readonly LeftFinding[]
}

export interface FixAllOptions {
  readonly tree: SourceTree
  readonly scanners: readonly Scanner[]
  readonly signal: AbortSignal
  /** Number of concurrent shards of a scan. */
  readonly atOnce?: number
  /** Called before each finding. */
  readonly onProgress?: (findingsCompleted: number, findingsTotal: number) => void
}

/** Own limit: scans of the source. A further one is needed where a fix moves the lines of other findings. */
const ROUNDS_MAX = 10

/**
 * Fixes all findings of a source in memory, each fix verified on a copy with the fixes before it.
 * @throws the reason of the signal when it fires
 */
export async function fixAll(options: FixAllOptions): Promise<FixAllResult> {
  const { tree, scanners, signal, atOnce = 1, onProgress = () => undefined } = options
  const source = new FixedSource(tree)
  const done: AppliedFix[] = []
  const left = new Map<string, LeftFinding>()
  const tried = new Set<string>()
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { observations } = await runScan({ tree: source.tree, scanners, atOnce, signal })
    const open = observations.filter((finding) => !tried.has(keyOf(finding)))
    source.startRound()
    let isDeferred = false
    for (const [completed, finding] of open.entries()) {
      signal.throwIfAborted()
      onProgress(completed, open.length)
      if (source.hasMoved(finding)) {
        isDeferred = true
        continue
      }
      tried.add(keyOf(finding))
      const verify = createVerifier({ tree: source.tree, scanners })
      const fix = await fixFinding(finding, source.tree, verify, signal)
      if (typeof fix === 'string') left.set(keyOf(finding), { finding, reason: fix })
      else {
        await source.apply(fix)
        done.push({ finding, fix })
      }
    }
    if (!isDeferred) break
  }
  return { files: await source.changed(), done, left: [...left.values()] }
}

/** A finding across rounds: its line may move. */
function keyOf({ ruleId, filePath, identity }: MergedObservation): string {
  return JSON.stringify([ruleId, filePath, identity])
}

/** A source with fixes. */
class FixedSource {
  readonly #original: SourceTree
  readonly #texts = new Map<string, Uint8Array>()
  /** Texts at the start of the round, of files that it changed. */
  #atStart = new Map<string, readonly string[]>()

  constructor(tree: SourceTree) {
    this.#original = tree
  }

  get tree(): SourceTree {
    return this.#texts.size === 0 ? this.#original : patchedTree(this.#original, this.#texts)
  }

  startRound(): void {
    this.#atStart = new Map()
  }

  /** Whether the fixes of this round moved or changed the lines of a finding. */
  hasMoved({ filePath, startLine, endLine }: MergedObservation): boolean {
    const before = this.#atStart.get(filePath)
    if (before === undefined) return false
    const after = new TextDecoder().decode(this.#texts.get(filePath)).split('\n')
    if (after.length !== before.length) return true
    return before.slice(startLine - 1, endLine).some((line, at) => line !== after[startLine - 1 + at])
  }

  async apply({ edits }: VerifiedFix): Promise<void> {
    for (const [path, text] of edits) {
      if (!this.#atStart.has(path)) {
        this.#atStart.set(path, new TextDecoder().decode(await this.tree.read(path)).split('\n'))
      }
      this.#texts.set(path, new TextEncoder().encode(text))
    }
  }

  async changed(): Promise<readonly ChangedFile[]> {
    const files: ChangedFile[] = []
    for (const [path, bytes] of this.#texts) {
      const before = await this.#original.read(path)
      const [old, now] = [textOf(before), textOf(bytes)]
      if (old === undefined || now === undefined) continue
      const text = now.mark + now.text
      files.push({ path, before, text, diff: unifiedDiff(path, old.mark + old.text, text) })
    }
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }
}
