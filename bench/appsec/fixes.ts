import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createVerifier, draftsFor, type VerifiedFix } from '@gatehouse/fixes'
import { createIacScanner, createK8sScanner } from '@gatehouse/iac'
import { createSastScanner, OWN_PACK, unifiedDiff } from '@gatehouse/sast'
import { createScaScanner } from '@gatehouse/sca'
import { type MergedObservation, runScan, type Scanner, type SourceTree } from '@gatehouse/scan-engine'
import { createSecretsScanner } from '@gatehouse/secrets'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { filesOf, MIX, openMixAdvisories } from './fix-mix/mix.ts'

/**
 * Share of the findings of a mix of projects with a diff that applies, and with a verified one, by family. The projects were written before
 * the fixers and are realistic: most findings were not planted one by one.
 *
 *   node --conditions=gatehouse bench/appsec/fixes.ts [family …] [--list]
 */
interface Tally {
  findings: number
  diffs: number
  applying: number
  verified: number
  /** Of the verified ones: those whose lock file a command renews. */
  afterCommand: number
}

const isListed = process.argv.includes('--list')
const total = newTally()
const { database, close } = await openMixAdvisories()
const scanners = [
  createScaScanner({ advisories: database }),
  createSastScanner({ rules: OWN_PACK }),
  createIacScanner({ rules: OWN_PACK }),
  createK8sScanner({ rules: OWN_PACK }),
  createSecretsScanner(),
]
process.stdout.write('| family | findings | diff | applies | verified | of these after a command |\n')
process.stdout.write('| --- | ---: | ---: | ---: | ---: | ---: |\n')
try {
  for (const family of process.argv.slice(2).filter((word) => !word.startsWith('-')).length > 0 ? named() : MIX) {
    const tally = await measure(filesOf(family), scanners)
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key]
    report(family, tally)
  }
  report('**all**', total)
} finally {
  close()
}

function named(): readonly string[] {
  return process.argv.slice(2).filter((word) => !word.startsWith('-'))
}

function newTally(): Tally {
  return { findings: 0, diffs: 0, applying: 0, verified: 0, afterCommand: 0 }
}

async function measure(files: Readonly<Record<string, string>>, all: readonly Scanner[]): Promise<Tally> {
  const tree = memoryTree(files)
  const verify = createVerifier({ tree, scanners: all })
  const { observations } = await runScan({ tree, scanners: all })
  const tally = { ...newTally(), findings: observations.length }
  for (const target of observations) {
    const { diff, fix, reason } = await bestOf(target, tree, verify, files)
    if (diff !== undefined) tally.diffs += 1
    if (fix !== undefined && isApplying(files, fix.diff)) tally.verified += 1
    if (diff !== undefined && isApplying(files, diff)) tally.applying += 1
    if (fix?.isAfterCommand === true) tally.afterCommand += 1
    if (isListed) tell(target, fix, reason)
  }
  return tally
}

async function bestOf(
  target: MergedObservation,
  tree: SourceTree,
  verify: ReturnType<typeof createVerifier>,
  files: Readonly<Record<string, string>>,
) {
  let diff: string | undefined
  let reason = 'no fixer'
  for await (const draft of draftsFor(target, tree)) {
    if (typeof draft === 'string') {
      reason = draft
      continue
    }
    const drafted = [...draft.edits].map(([path, text]) => unifiedDiff(path, files[path] ?? '', text)).join('')
    diff ??= drafted === '' ? undefined : drafted
    const fix = await verify(target, draft, AbortSignal.timeout(60_000))
    if (typeof fix !== 'string') return { diff: fix.diff, fix, reason: '' }
    reason = fix
  }
  return { diff, fix: undefined, reason }
}

/** Whether git applies a diff to the files. */
function isApplying(files: Readonly<Record<string, string>>, diff: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-fixes-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      if (!diff.includes(path)) continue
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    execFileSync('git', ['apply', '--check', '-'], { cwd: folder, input: diff, stdio: ['pipe', 'ignore', 'ignore'] })
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tell(target: MergedObservation, fix: VerifiedFix | undefined, reason: string): void {
  const place = `${target.filePath}:${target.startLine} ${target.ruleId}`
  process.stdout.write(fix === undefined ? `- ${place}: ${reason}\n` : `+ ${place}: ${fix.title}\n${fix.diff}`)
}

function report(family: string, { findings, diffs, applying, verified, afterCommand }: Tally): void {
  const share = (count: number): string => `${count} (${Math.round((100 * count) / Math.max(1, findings))} %)`
  process.stdout.write(
    `| ${family} | ${findings} | ${share(diffs)} | ${share(applying)} | ${share(verified)} | ${afterCommand} |\n`,
  )
}
