import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SuggestedRepair } from '@gatehouse/contracts/scans'
import { createVerifier, fixFinding, type FixTarget, type VerifiedFix } from '@gatehouse/fixes'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { openFolder, type SourceTree } from '@gatehouse/scan-engine'
import { createScanThreads } from '@gatehouse/scan-engine/threads'
import { type ChatModel, openAiCompatible } from '@gatehouse/models'
import type { Store } from '@gatehouse/store'
import type { FindingRow } from '@gatehouse/store/findings'
import { readModelSettings } from '@gatehouse/store/organizations'
import type { ScanRow } from '@gatehouse/store/scans'
import type { Advisories } from '../advisories/open.ts'
import type { ScannerRegistry } from '../jobs/scanner-registry.ts'
import { modelKeyOf } from '../settings/model-settings.ts'
import { type SourcePorts, withSource } from '../jobs/workspaces.ts'

/** Own limit of sources fetched in parallel for repairs: each may be as large as a scan's source. */
const AT_ONCE_MAX = 2
const RETRY_S = 10

/** Scanners that a fixed source has to pass. */
const VERIFYING: ReadonlySet<string> = new Set(['SECRETS_PATTERN', 'SAST_PATTERN', 'IAC', 'K8S', 'SCA'])

let running = 0

export interface RepairPorts extends SourcePorts {
  readonly store: Store
  readonly scanners: ScannerRegistry
  readonly advisories: Pick<Advisories, 'of'>
}

/**
 * Generates the repair of a finding, by its rule, a fixer or the model of the organization, verified by a scan of the patched source.
 * @throws {Failure} `conflict` with a `reason` if there is none or the source is gone, `rate_limited` for too many requests, or if
 *   the source is invalid
 */
export async function suggestRepair(
  finding: FindingRow,
  scan: ScanRow,
  ports: RepairPorts,
  signal: AbortSignal,
): Promise<SuggestedRepair> {
  const { fix: made } = await makeFix(finding, scan, ports, signal)
  const { diff, code } = made
  return {
    diff,
    optionalUnifiedDiff: diff,
    summary: `${made.title} The diff fixes ${finding.filePath}:${finding.startLine}.`,
    developerFix: code,
    verificationSteps: stepsOf(made, finding, scan),
    source: made.source,
  }
}

/** Verified fix, with the scanned texts of the files that it changes. */
export interface FixWithSource {
  readonly fix: VerifiedFix
  readonly before: ReadonlyMap<string, Uint8Array>
}

/** Generates and verifies the fix of a finding. @throws {Failure} like {@link suggestRepair} */
export async function makeFix(
  finding: FindingRow,
  scan: ScanRow,
  ports: RepairPorts,
  signal: AbortSignal,
): Promise<FixWithSource> {
  if (scan.source.kind === 'import') {
    throw none('no_safe_fix', 'The finding was imported, and the import has no source. Scan the project.')
  }
  if (scan.source.kind === 'inventory' || (scan.source.kind === 'upload' && scan.sourceFile === null)) {
    throw none('source_removed', 'The source of this scan was deleted. Scan again.')
  }
  const made = await withConcurrencyLimit(() => verifiedFix(finding, scan, ports, signal))
  if (typeof made === 'string') throw none('no_safe_fix', `No safe fix is known for this finding. ${made}`)
  return made
}

async function verifiedFix(
  finding: FindingRow,
  scan: ScanRow,
  ports: RepairPorts,
  signal: AbortSignal,
): Promise<FixWithSource | string> {
  const advisories = await ports.advisories.of(scan.organizationId, scan.advisories ?? undefined)
  const model = await modelOf(scan.organizationId, ports)
  const threads = createScanThreads(1)
  try {
    return await withSource(scan, ports, signal, async (tree, folder) => {
      const all = ports.scanners.of('FULL', { advisories: advisories.port })
      const scanners = all.filter(({ name }) => VERIFYING.has(name)).map((scanner) => threads.spread(scanner))
      const copy = (part: SourceTree, texts: ReadonlyMap<string, Uint8Array>): Promise<SourceTree> =>
        patchedCopy(part, texts, join(folder, uuidv7()), signal)
      const fix = await fixFinding(targetOf(finding), tree, createVerifier({ tree, scanners, copy }), signal, model)
      if (typeof fix === 'string') return fix
      const before = new Map<string, Uint8Array>()
      for (const path of fix.edits.keys()) before.set(path, await tree.read(path))
      return { fix, before }
    })
  } finally {
    await threads.close()
    advisories.release()
  }
}

/** The model of the organization, if its settings allow the analysis of code. */
async function modelOf(organizationId: string, { store, keys, egress }: RepairPorts): Promise<ChatModel | undefined> {
  const settings = await readModelSettings(store, organizationId)
  if (settings?.enableLlmSast !== true || settings.baseUrl === '' || settings.model === '') return undefined
  const apiKey = modelKeyOf(settings, organizationId, keys)
  const { baseUrl, model } = settings
  return openAiCompatible({ baseUrl, model, fetch: egress.fetch, ...(apiKey !== undefined && { apiKey }) })
}

/** Writes the patched files where the threads of the scan read them. */
async function patchedCopy(
  part: SourceTree,
  texts: ReadonlyMap<string, Uint8Array>,
  folder: string,
  signal: AbortSignal,
): Promise<SourceTree> {
  for (const { path } of part.files) {
    const at = join(folder, path)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, texts.get(path) ?? (await part.read(path)), { signal })
  }
  return openFolder(folder, { signal, versionControl: 'looked_into' })
}

/** A finding as its fixers read it. */
function targetOf({ details, scanner, ruleId, filePath, startLine, endLine }: FindingRow): FixTarget {
  const { startColumn, endColumn, cweId, description, metadata } = details as Partial<
    Record<'startColumn' | 'endColumn', number | null>
  > & { readonly cweId?: string; readonly description?: string; readonly metadata?: FixTarget['metadata'] }
  return {
    scanner,
    ruleId,
    filePath,
    startLine,
    endLine,
    ...(typeof startColumn === 'number' && { startColumn }),
    ...(typeof endColumn === 'number' && { endColumn }),
    ...(typeof cweId === 'string' && { cweId }),
    ...(typeof description === 'string' && { description }),
    metadata: metadata ?? {},
  }
}

export function stepsOf({ check, command, isAfterCommand }: VerifiedFix, finding: FindingRow, scan: ScanRow): string[] {
  const { filePath, startLine, ruleId } = finding
  const folder = dirname(filePath)
  const lock = isAfterCommand ? ' The scan read the lock file with the versions that the command below selects.' : ''
  return [
    ...(check === undefined ? [] : [`Before you apply it: ${check}`]),
    `Verified: a copy of the source with the diff was scanned; the changed files parse, the finding is gone, and there are no new findings.${lock}`,
    `At ${scan.commitSha === null ? 'the source that was scanned' : `commit ${scan.commitSha}`}, run git apply with the diff.`,
    ...(command === undefined
      ? []
      : [`Renew the lock file: run \`${command}\` in ${folder === '.' ? 'the root folder' : folder}.`]),
    "Run the project's tests: the scan cannot determine what callers expect.",
    `Scan again: ${ruleId} no longer matches at ${filePath}:${startLine}.`,
  ]
}

function none(reason: 'no_safe_fix' | 'source_removed', sentence: string): Failure {
  return new Failure('conflict', sentence, { extra: { reason } })
}

async function withConcurrencyLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE_MAX) {
    throw new Failure('rate_limited', 'Other fixes are being computed. Try again shortly.', { retryAfter_s: RETRY_S })
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
  }
}
