import { type FileText, textOf, unifiedDiff, unreadLinesIn } from '@gatehouse/sast'
import { manifestsOf } from '@gatehouse/sca'
import {
  type CoverageGap,
  type LocalScan,
  type MergedObservation,
  runScan,
  type Scanner,
  type SourceTree,
  withoutValues,
} from '@gatehouse/scan-engine'
import { partOf, patchedTree } from './copy.ts'
import type { FileTexts, FixDraft, FixTarget } from './draft.ts'
import { folderOf } from './text/splice.ts'
import { isBroken } from './text/syntax.ts'

/** A fix whose patched copy was scanned: the finding is gone, nothing is new, and the syntax is valid. */
export interface VerifiedFix extends Pick<FixDraft, 'title' | 'check' | 'command'> {
  /** Unified diff of all edits; applies to the files as they were scanned. */
  readonly diff: string
  /** Lines that the fix adds. */
  readonly code: string
  /** Files after the fix, with their byte order marks. */
  readonly edits: FileTexts
  readonly source: 'rule' | 'llm'
  /** Whether the scan read the lock file as the command renews it. */
  readonly isAfterCommand: boolean
}

export interface VerifierOptions {
  /** The source as it was scanned. */
  readonly tree: SourceTree
  /** Scanners that the patched copy has to pass. */
  readonly scanners: readonly Scanner[]
  /**
   * Creates the patched copy, e.g. in a folder that scan threads read. Default: in memory.
   * @param part files of the tree that the scan needs
   */
  readonly copy?: (part: SourceTree, texts: ReadonlyMap<string, Uint8Array>) => Promise<SourceTree>
}

/** Own limits of a scan of the whole source where a finding needs more files than its own. */
const WHOLE_FILES_MAX = 2_000
const WHOLE_BYTES_MAX = 32 * 1024 * 1024
/** Own limit: files beside a configuration file. */
const BESIDE_FILES_MAX = 200
/** Own limit: lock files of large monorepos have about 5 MB. */
export const FILE_BYTES_MAX = 16 * 1024 * 1024
/** Scans before a fix that are kept: findings of one file share theirs. */
const KEPT_SCANS = 8
/** Lines of context around a change; fewer where the context must not be shown. */
const CONTEXTS = [3, 2, 1] as const

/**
 * Returns a function that verifies fixes of one source. The function returns a sentence where a fix cannot be verified, and throws the
 * reason of the signal when it fires.
 */
export function createVerifier(options: VerifierOptions) {
  const { tree, scanners, copy = async (part, texts) => patchedTree(part, texts) } = options
  const scanOnce = keepingScans()
  return async (target: FixTarget, draft: FixDraft, signal: AbortSignal): Promise<VerifiedFix | string> => {
    const change = await changeOf(draft, tree)
    if (typeof change === 'string') return change
    const { texts, before } = change
    const isOfPackages = target.scanner === 'SCA' || manifestsOf([...texts.keys()].map(fileNamed)).length > 0
    const used = scanners.filter(({ name }) => (name === 'SCA' ? isOfPackages : target.scanner !== 'SCA'))
    let part = partOf(tree, scopeOf(target, texts, isOfPackages, tree))
    let seen = await scanOnce(part, used, signal)
    if (!hasSeen(seen, target) && isSmall(tree)) {
      part = tree
      seen = await scanOnce(part, used, signal)
    }
    if (!hasSeen(seen, target)) return 'The finding is not reported in the scanned source.'
    const bytes = new Map([...texts].map(([path, text]) => [path, encoded(before.get(path)!.mark + text)]))
    const after = await runScan({ tree: await copy(part, bytes), scanners: used, signal })
    return problemOf(target, seen, after, texts) ?? offered(draft, before, isShownBy(target, seen))
  }
}

interface Change {
  /** New texts, with those of renewed lock files. */
  readonly texts: FileTexts
  readonly before: ReadonlyMap<string, FileText>
}

/** Reads the changed files. @returns a sentence where one cannot be changed */
async function changeOf({ edits, renewed = new Map() }: FixDraft, tree: SourceTree): Promise<Change | string> {
  const texts = new Map([...edits, ...renewed])
  const before = new Map<string, FileText>()
  for (const [path, text] of texts) {
    const file = await readText(tree, path)
    if (file === undefined) return `${path} is not a text file of the source.`
    const isUnread = (await unreadLinesIn(path, text)) > (await unreadLinesIn(path, file.text))
    if (isUnread || isBroken(path, file.text, text)) return `${path} would no longer parse after the fix.`
    before.set(path, file)
  }
  const isChange = [...edits].some(([path, text]) => before.get(path)!.text !== text)
  return isChange ? { texts, before } : 'The fix does not change the source.'
}

/** Returns the fix as it is offered. */
function offered(
  { title, check, command, edits, renewed, source = 'rule' }: FixDraft,
  before: ReadonlyMap<string, FileText>,
  isShown: (diff: string) => boolean,
): VerifiedFix | string {
  const written = [...edits].map(([path, text]) => [path, before.get(path)!.mark + text] as const)
  const diff = diffOf(written, before, isShown)
  if (diff === undefined) return 'The surrounding code may contain a secret, so it is not shown.'
  return {
    title,
    ...(check !== undefined && { check }),
    ...(command !== undefined && { command }),
    diff,
    code: addedLines(diff),
    edits: new Map(written),
    source,
    isAfterCommand: renewed !== undefined,
  }
}

/** Runs scans of the unfixed source once for all findings of the same files. */
function keepingScans() {
  const kept = new Map<string, Promise<LocalScan>>()
  return (part: SourceTree, scanners: readonly Scanner[], signal: AbortSignal): Promise<LocalScan> => {
    const key = JSON.stringify([scanners.map(({ name }) => name), part.files.map(({ path }) => path)])
    const known = kept.get(key)
    if (known !== undefined) return known
    const scan = runScan({ tree: part, scanners, signal })
    const [oldest] = kept.keys()
    if (kept.size >= KEPT_SCANS && oldest !== undefined) kept.delete(oldest)
    kept.set(key, scan)
    scan.catch(() => kept.delete(key))
    return scan
  }
}

function hasSeen({ observations }: LocalScan, target: FixTarget): boolean {
  return observations.some((one) => isSame(one, target))
}

export type Verifier = ReturnType<typeof createVerifier>

/** Returns a file as text. Undefined for missing, large and binary files. */
export async function readText(tree: SourceTree, path: string): Promise<FileText | undefined> {
  const file = tree.files.find((one) => one.path === path)
  return file === undefined || file.size_bytes > FILE_BYTES_MAX ? undefined : textOf(await tree.read(path))
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function fileNamed(path: string) {
  return { path, size_bytes: 0 }
}

/** Configuration files that scanners read together. */
const CONFIGURATION = /\.(?:tf|tfvars|hcl|ya?ml|json|tpl|properties)$/i

/** Paths that a scan has to read to report the finding. */
function scopeOf(
  { filePath, scanner, metadata }: FixTarget,
  changed: FileTexts,
  isOfPackages: boolean,
  { files }: SourceTree,
): ReadonlySet<string> {
  const scope = new Set([filePath, ...changed.keys(), ...(metadata.dataFlow ?? []).map((step) => step.filePath)])
  if (isOfPackages) for (const { file } of manifestsOf(files)) scope.add(file.path)
  if (scanner === 'IAC' || scanner === 'K8S') {
    const beside = files.filter(
      ({ path }) => folderOf(path) === folderOf(filePath) && CONFIGURATION.test(path) && CONFIGURATION.test(filePath),
    )
    for (const { path } of beside.slice(0, BESIDE_FILES_MAX)) scope.add(path)
  }
  return scope
}

function isSmall({ files }: SourceTree): boolean {
  return (
    files.length <= WHOLE_FILES_MAX && files.reduce((sum, { size_bytes }) => sum + size_bytes, 0) <= WHOLE_BYTES_MAX
  )
}

/** Whether an observation is the finding: other files and later rule ids do not matter. */
function isSame(one: MergedObservation, { ruleId, filePath, startLine, startColumn, metadata }: FixTarget): boolean {
  const ids = [one.ruleId, ...(one.metadata.formerRuleIds ?? [])]
  return (
    ids.includes(ruleId) &&
    one.filePath === filePath &&
    one.startLine === startLine &&
    (startColumn === undefined || one.startColumn === startColumn) &&
    (metadata.package === undefined || one.metadata.package === metadata.package)
  )
}

function problemOf(target: FixTarget, before: LocalScan, after: LocalScan, changed: FileTexts): string | undefined {
  if (after.failed.length > before.failed.length) return 'Not all scanners could read the fixed source.'
  const [was, is] = [countsOf(before), countsOf(after)]
  const own = before.observations.find((one) => isSame(one, target))!
  const key = keyOf(own)
  if ((is.get(key) ?? 0) >= (was.get(key) ?? 0)) return 'The scan would still report the finding after the fix.'
  for (const [other, count] of is) {
    if (count > (was.get(other) ?? 0))
      return `The fix would cause a new finding: ${String((JSON.parse(other) as string[])[0])}.`
  }
  for (const path of changed.keys()) {
    if (unreadIn(after.gaps, path) > unreadIn(before.gaps, path)) return `${path} would no longer parse after the fix.`
  }
  return undefined
}

/** Findings of one rule in one file: their lines and texts change with a fix. */
function keyOf({ ruleId, filePath, metadata }: MergedObservation): string {
  return JSON.stringify([ruleId, filePath, metadata.package ?? ''])
}

function countsOf({ observations, suppressed }: LocalScan): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const one of [...observations, ...suppressed]) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}

const UNREAD: ReadonlySet<string> = new Set(['unparsed', 'unreadable', 'failed', 'timed_out', 'too_large'])

function unreadIn(gaps: readonly CoverageGap[], path: string): number {
  return gaps.filter(({ filePath, reason }) => filePath === path && UNREAD.has(reason)).length
}

/** Diff of all files, with less context where the context may contain a secret. */
function diffOf(
  written: readonly (readonly [path: string, text: string])[],
  read: ReadonlyMap<string, FileText>,
  isShown: (diff: string) => boolean,
): string | undefined {
  for (const context of CONTEXTS) {
    const diff = written
      .map(([path, text]) => unifiedDiff(path, read.get(path)!.mark + read.get(path)!.text, text, context))
      .join('')
    if (isShown(diff)) return diff
  }
  return undefined
}

/**
 * Returns whether a diff may be shown. A fix of a secret contains the secret in a removed line. Other fixes show no line in which the scan
 * found a secret, and none with a value of a name such as `token`, unless the fix changes that value.
 */
function isShownBy({ scanner, cweId: own }: FixTarget, { observations }: LocalScan): (diff: string) => boolean {
  const secrets = observations.filter(({ cweId }) => cweId !== undefined && OF_SECRETS.has(cweId))
  return (diff) => {
    if (scanner === 'SECRETS_PATTERN' || OF_SECRETS.has(own ?? '')) return true
    const lines = linesBefore(diff)
    const isKept = scanner === 'SCA' ? () => true : ({ isRemoved }: LineBefore) => !isRemoved
    if (lines.filter(isKept).some(hasValue)) return false
    return !secrets.some(({ filePath, startLine, endLine }) =>
      lines.some(({ path, number }) => path === filePath && number >= startLine && number <= endLine),
    )
  }
}

/** Hard-coded passwords, keys and credentials. */
const OF_SECRETS: ReadonlySet<string> = new Set(['CWE-259', 'CWE-321', 'CWE-798'])

/** A line of a file before the fix, in its diff. */
interface LineBefore {
  readonly path: string
  readonly number: number
  readonly text: string
  readonly isRemoved: boolean
}

const LITERAL = /(["'`])[^"'`]{4,}\1/
const CONFIGURATION_FILE = /\.(?:ya?ml|json|toml|properties|ini|cfg|conf|env|tf|tfvars|xml|txt|lock)$/i

/** Whether a line may contain a secret: code without a literal contains none. */
function hasValue({ path, text }: LineBefore): boolean {
  return withoutValues(text) !== text && (CONFIGURATION_FILE.test(path) || LITERAL.test(text))
}

function linesBefore(diff: string): readonly LineBefore[] {
  const found: LineBefore[] = []
  let [path, number] = ['', 0]
  for (const line of diff.split('\n')) {
    const hunk = /^@@ -(\d+)/.exec(line)?.[1]
    if (line.startsWith('--- a/')) path = line.slice('--- a/'.length).replace(/\t$/, '')
    else if (hunk !== undefined) number = Number(hunk)
    else if (line.startsWith('-') || line.startsWith(' ')) {
      found.push({ path, number, text: line.slice(1), isRemoved: line.startsWith('-') })
      number += 1
    }
  }
  return found
}

function addedLines(diff: string): string {
  const lines = diff.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++ '))
  return lines.map((line) => line.slice(1).replace(/\r$/, '')).join('\n')
}
