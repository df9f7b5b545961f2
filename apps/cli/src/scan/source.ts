import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { type CoverageGap, openFolder, type SourceTree } from '@gatehouse/scan-engine'
import { leftEntryGaps, sourceGap } from '@gatehouse/scan-engine/gate'
import { cloneGit, exportSvn, unpack } from '@gatehouse/sources'
import type { Io } from '../command.ts'
import { ignoreRules } from './ignore-rules.ts'
import type { ScanOptions } from './options.ts'

/** Source of a scan as a file tree. */
export interface OpenSource {
  /** Name in reports. */
  readonly name: string
  readonly tree: SourceTree
  /** Folder of the files. */
  readonly folder: string
  /** Whether the source was fetched for the scan and contains only the requested revision. */
  readonly isFetched: boolean
  readonly commit?: string
  /** Skipped files that do not affect the code's imports. */
  readonly gaps: readonly CoverageGap[]
  /** Removes fetched files. */
  close(): Promise<void>
}

type SourceOptions = Pick<ScanOptions, 'branch' | 'commit' | 'all' | 'history'>

/** Folders of installed packages, without code of the project. */
const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|site-packages|\.venv|venv)\//

/**
 * Opens a folder, an archive, or a repository address.
 * @throws {Failure} if it is invalid
 */
export async function openSource(
  text: string,
  options: SourceOptions,
  io: Io,
  signal: AbortSignal,
): Promise<OpenSource> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return openAddress(text, options, io, signal)
  const path = resolve(io.cwd, text)
  if (!existsSync(path)) throw new Failure('not_found', `File or folder not found: ${text}.`)
  if (statSync(path).isDirectory()) {
    return openLocal(path, options, signal)
  }
  return inWorkspace(async (folder) => {
    const { skipped, skippedCount } = await unpack(path, folder, signal)
    const left = skipped.map(({ name, ...item }) => ({
      ...item,
      path: name,
      detail: `Skipped archive entry: ${item.detail}.`,
    }))
    const gaps = [...leftEntryGaps(left)]
    const untold = skippedCount - skipped.length
    if (untold > 0) gaps.push(sourceGap('skipped', `${untold} more archive entries were skipped.`))
    return { name: basename(path), gaps }
  }, signal)
}

async function openLocal(path: string, { all }: SourceOptions, signal: AbortSignal): Promise<OpenSource> {
  const local = { name: basename(path), folder: path, isFetched: false, close: nothing }
  if (all === true) return { ...local, tree: await openFolder(path, { signal }), gaps: [] }
  const rules = ignoreRules(path)
  let others = 0
  const ignores = (file: string): boolean => {
    const isIgnored = rules(file)
    if (isIgnored && !INSTALLED.test(file)) others += 1
    return isIgnored
  }
  const tree = await openFolder(path, { ignores, signal })
  if (others > 0) return { ...local, tree, gaps: [] }
  // Reported separately: the rest is complete, so that unused imports can be determined.
  const [coverageGaps, left] = [
    tree.gaps.filter(({ isByRules }) => isByRules === true),
    tree.gaps.filter(({ isByRules }) => isByRules !== true),
  ]
  return { ...local, tree: { ...tree, gaps: left }, gaps: coverageGaps }
}

function openAddress(text: string, options: SourceOptions, io: Io, signal: AbortSignal): Promise<OpenSource> {
  const { branch, commit, history } = options
  // A local user can access the networks of this machine.
  const allow = parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? '')
  const egress = createEgress({ allow, localMode: true })
  const common = { url: text, egress, searchPath: io.env['PATH'] ?? '', signal }
  return inWorkspace(async (into) => {
    if (text.startsWith('svn://') || text.startsWith('svn+')) {
      const { revision } = await exportSvn({ ...common, into })
      return { name: nameOf(text), gaps: [], commit: `r${revision}` }
    }
    const token = io.env['GATEHOUSE_GIT_TOKEN']
    const cloned = await cloneGit({
      ...common,
      into,
      ...(branch === undefined ? {} : { branch }),
      ...(commit === undefined ? {} : { commit }),
      ...(token === undefined ? {} : { token }),
      ...(history === true && { history }),
    })
    return { name: nameOf(text), gaps: [], commit: cloned.commit }
  }, signal)
}

async function inWorkspace(
  fill: (folder: string) => Promise<{ name: string; gaps: readonly CoverageGap[]; commit?: string }>,
  signal: AbortSignal,
): Promise<OpenSource> {
  const workspace = await mkdtemp(join(tmpdir(), 'gatehouse-scan-'))
  const close = () => rm(workspace, { recursive: true, force: true })
  try {
    const folder = join(workspace, 'source')
    await mkdir(folder)
    const { gaps, ...rest } = await fill(folder)
    const tree = await openFolder(folder, { signal })
    return { ...rest, tree: { ...tree, gaps: [...tree.gaps, ...gaps] }, folder, isFetched: true, gaps: [], close }
  } catch (error) {
    await close()
    throw error
  }
}

function nameOf(url: string): string {
  return basename(new URL(url).pathname).replace(/\.git$/, '') || 'repository'
}

const nothing = (): Promise<void> => Promise.resolve()
