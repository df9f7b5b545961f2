import { Failure } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import type { FindingRow } from '@gatehouse/store/findings'
import { findProject } from '@gatehouse/store/projects'
import type { ScanRow } from '@gatehouse/store/scans'
import { HostFailure } from '../hosts/call.ts'
import type { Hosts } from '../hosts/hosts.ts'
import type { HostPullRequest, HostRepository } from '../hosts/repository.ts'
import { markdownText, singleLine } from '../integrations/escape.ts'
import { type FixWithSource, makeFix, type RepairPorts, stepsOf } from './suggest-fix.ts'

/** Characters of the fingerprint in the name of a branch. */
const FINGERPRINT_CHARS = 12
const TITLE_CHARS_MAX = 120

interface Wanted {
  readonly finding: FindingRow
  readonly scan: ScanRow
  readonly branch?: string | undefined
  readonly baseBranch?: string | undefined
}

interface OpenedFix {
  readonly url: string
  readonly pullRequestUrl: string
  readonly pullRequestNumber: number
  readonly branch: string
}

interface Ports extends RepairPorts {
  readonly store: Store
  readonly hosts: Hosts
  readonly consoleUrl: () => string
}

/**
 * Opens the pull request that fixes a finding, or returns the open one.
 * @throws {Failure} `GITHUB_REPO_REQUIRED`, `invalid_request`, `upstream_failed`, `conflict` with a `reason`; like `suggestRepair`
 */
export async function openFixRequest(
  wanted: Wanted,
  ports: Ports,
  signal: AbortSignal,
): Promise<{ readonly opened: OpenedFix; readonly isNew: boolean }> {
  const { finding, scan } = wanted
  const link = await ports.hosts.linkOf(finding)
  const project = await findProject(ports.store, finding.projectId)
  if (link === undefined || project === undefined) {
    throw new Failure('GITHUB_REPO_REQUIRED', 'The project has no host link. Link it to its repository first.')
  }
  const base = wanted.baseBranch ?? project.defaultBranch
  const isNamed = wanted.branch !== undefined
  const branch = wanted.branch ?? `gatehouse/fix-${finding.fingerprint.slice(0, FINGERPRINT_CHARS)}`
  if (branch === base || branch === project.defaultBranch) {
    throw invalid('branch', 'branch must differ from the base branch and from the default branch')
  }
  const host = ports.hosts.open(link, signal)
  const place = { host, branch, base, isNamed, marker: `<!-- gatehouse:fix:${finding.fingerprint} -->` }
  const shown = ({ url, number }: HostPullRequest, isNew: boolean) => ({
    opened: { url, pullRequestUrl: url, pullRequestNumber: number, branch },
    isNew,
  })
  try {
    const open = await ownPullRequest(place)
    if (open !== undefined) return shown(open, false)
    const made = await makeFix(finding, scan, ports, signal)
    const text = textOf(made, finding, scan, place.marker, ports.consoleUrl())
    try {
      return shown(await propose(made, text, place), true)
    } catch (error) {
      // A concurrent request may have created the branch, the commit or the pull request.
      if (!(error instanceof HostFailure) || error.status === null || error.status >= 500) throw error
      const other = await ownPullRequest(place)
      return other === undefined ? shown(await propose(made, text, place), true) : shown(other, false)
    }
  } catch (error) {
    if (error instanceof HostFailure) {
      throw new Failure('upstream_failed', `The pull request cannot be opened: ${error.message}.`, { cause: error })
    }
    throw error
  }
}

interface Place {
  readonly host: HostRepository
  readonly branch: string
  readonly base: string
  /** Whether the caller chose the branch. */
  readonly isNamed: boolean
  /** Identifies the pull request of this finding. */
  readonly marker: string
}

/** Returns the open pull request of the finding. @throws {Failure} `conflict` if the branch has another one */
async function ownPullRequest({ host, branch, base, marker }: Place): Promise<HostPullRequest | undefined> {
  const found = await host.findPullRequest(branch, base)
  if (found !== undefined && !found.body.includes(marker)) throw inUse(branch)
  return found
}

/** Creates branch, commits and pull request. What an interrupted request has already created is used. */
async function propose(
  { fix, before }: FixWithSource,
  text: { readonly title: string; readonly body: string; readonly message: string },
  { host, branch, base, isNamed }: Place,
): Promise<HostPullRequest> {
  const baseHead = await host.branch(base)
  if (baseHead === undefined) throw invalid('baseBranch', `the repository has no branch "${base}"`)
  for (const [path, content] of before) {
    // oxlint-disable-next-line no-await-in-loop -- a fix has few files
    const file = await host.readFile(path, baseHead.commit)
    if (file === undefined || !isEqual(file.content, content)) throw changed(path, base)
  }
  const existing = await host.branch(branch)
  if (existing === undefined) await host.createBranch(branch, baseHead.commit)
  else if (existing.isProtected === true) throw invalid('branch', `the branch "${branch}" is protected`)
  else if (isNamed && existing.commit !== baseHead.commit) throw inUse(branch)
  let parent = existing?.commit ?? baseHead.commit
  for (const [path, edited] of fix.edits) {
    const content = Buffer.from(edited)
    // oxlint-disable-next-line no-await-in-loop -- each commit follows the previous one
    const file = await host.readFile(path, parent)
    if (file !== undefined && isEqual(file.content, content)) continue
    if (file === undefined || !isEqual(file.content, before.get(path)!)) throw inUse(branch)
    // oxlint-disable-next-line no-await-in-loop
    await host.commitFile({ branch, parent, path, content, version: file.version, message: text.message })
    // oxlint-disable-next-line no-await-in-loop
    parent = (await host.branch(branch))?.commit ?? parent
  }
  return host.openPullRequest({ branch, base, title: text.title, body: text.body })
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

/** Names of the finding come from the scanned source, and are escaped. */
function textOf({ fix }: FixWithSource, finding: FindingRow, scan: ScanRow, marker: string, consoleUrl: string) {
  const { filePath, startLine, ruleId } = finding
  const { cweId } = finding.details as { readonly cweId?: unknown }
  const title = singleLine(`Fix: ${finding.title}`, TITLE_CHARS_MAX)
  const facts = [
    ['Finding', finding.title],
    ['Location', `${filePath}:${startLine}`],
    ['Severity', finding.severity],
    ['Rule', ruleId],
    ...(typeof cweId === 'string' ? [['Weakness', cweId]] : []),
  ].map(([name = '', value = '']) => `| ${name} | ${markdownText(value)} |`)
  const steps = stepsOf(fix, finding, scan).filter((step) => !step.includes('git apply'))
  const body = [
    markdownText(fix.title),
    '',
    '| | |',
    '| --- | --- |',
    ...facts,
    '',
    '**Verification**',
    '',
    ...steps.map((step) => `- ${markdownText(step)}`),
    ...(consoleUrl === '' ? [] : ['', `[Scan in Gatehouse](${consoleUrl}/appsec/scans/${scan.id})`]),
    '',
    marker,
  ].join('\n')
  const message = `${title}\n\n${singleLine(`Rule: ${ruleId}, ${filePath}:${startLine}`)}\n`
  return { title, body, message }
}

function changed(path: string, base: string): Failure {
  const message = `"${singleLine(path)}" on the branch "${base}" differs from the scanned file. Scan the branch again.`
  return new Failure('conflict', message, { extra: { reason: 'file_changed' } })
}

function inUse(branch: string): Failure {
  const message = `The branch "${branch}" has other commits or another pull request. Choose another branch.`
  return new Failure('conflict', message, { extra: { reason: 'branch_in_use' } })
}

function invalid(field: string, message: string): Failure {
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', field], message, type: 'invalid' }],
  })
}
