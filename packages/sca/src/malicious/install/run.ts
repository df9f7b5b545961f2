import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap, Observation, ScanContext, SourceTree, TreeFile } from '@gatehouse/scan-engine'
import { besides } from '../../manifests/read/paths.ts'
import { judgeSource } from '../code/judge.ts'
import { gapOf, observe, observeSource, UNTRUSTED_COMPONENT } from '../observe.ts'
import { type PackageOf, runsUnasked, syntaxOf } from '../places.ts'
import { readSource, SOURCE_BYTES_MAX } from '../source.ts'
import { readCommand } from './command.ts'
import { type Hook, readHooks } from './manifest.ts'
import { judgeBuildScript } from './rust.ts'

/** Whether something in a file of this name runs when packages are installed or built. */
export function isInstallFile(path: string): boolean {
  return /(?:^|\/)(?:package\.json|setup\.py|build\.rs|binding\.gyp|sitecustomize\.py|usercustomize\.py)$|\.pth$/i.test(
    path,
  )
}

interface Found {
  readonly observations: Observation[]
  readonly gaps: CoverageGap[]
}

/** Judges the install scripts of one file, and the files that they start. */
export async function judgeInstallFile(file: TreeFile, context: ScanContext, packageOf: PackageOf): Promise<Found> {
  const found: Found = { observations: [], gaps: [] }
  const owner = packageOf(file.path)
  const who = owner?.name ?? 'the project'
  if (file.size_bytes > SOURCE_BYTES_MAX) {
    found.gaps.push(
      gapOf(
        'too_large',
        `Source files larger than ${SOURCE_BYTES_MAX / 1024 / 1024} MiB are not searched for malicious code.`,
        file.path,
      ),
    )
    return found
  }
  const text = await readSource(context.tree, file)
  if (text === undefined) return found
  const judged = { path: file.path, text, owner: who, isOfProject: owner === undefined }
  if (file.path.endsWith('.rs')) {
    const judgement = judgeBuildScript(text)
    if (judgement !== undefined)
      found.observations.push(observeSource(judgement, { ...judged, hook: 'when it is built' }))
  } else if (file.path.endsWith('.gyp')) {
    const judgement = readCommand(commandsOfGyp(text)).judgement
    if (judgement !== undefined)
      found.observations.push(
        observeSource(
          { ...judgement, signs: judgement.signs.map((sign) => ({ ...sign, start: 0 })) },
          { ...judged, hook: 'when it is built' },
        ),
      )
  } else if (runsUnasked(file.path)) {
    const judgement = judgeSource(text, { syntax: 'python', runsAtInstall: true })
    const hook = file.path.endsWith('setup.py') ? 'when it is installed' : 'whenever Python starts'
    if (judgement !== undefined) found.observations.push(observeSource(judgement, { ...judged, hook }))
  } else {
    await judgeManifest(file, text, context, packageOf, found)
  }
  return found
}

async function judgeManifest(
  file: TreeFile,
  text: string,
  context: ScanContext,
  packageOf: PackageOf,
  found: Found,
): Promise<void> {
  const owner = packageOf(file.path)
  // A manifest below the package folder only defines the module type of files.
  if (owner !== undefined && file.path !== `${owner.folder}package.json`) return
  let hooks: readonly Hook[]
  try {
    hooks = readHooks(Buffer.from(text, 'latin1').toString('utf8'), owner === undefined)
  } catch (error) {
    if (text.includes('install'))
      found.gaps.push(gapOf('unparsed', `Its install scripts cannot be read: ${messageOf(error)}`, file.path))
    return
  }
  const known = filesOf(context.tree)
  for (const hook of hooks) {
    const who = owner?.name ?? 'the project'
    await judgeHook(hook, { file, who, isOfProject: owner === undefined, known, context, found })
  }
}

/** Returns the files of a tree by path, computed once for all manifests. */
function filesOf({ files }: SourceTree): ReadonlyMap<string, TreeFile> {
  const made = FILES.get(files) ?? new Map(files.map((file) => [file.path, file]))
  FILES.set(files, made)
  return made
}

const FILES = new WeakMap<readonly TreeFile[], ReadonlyMap<string, TreeFile>>()

interface HookSetting {
  readonly file: TreeFile
  readonly who: string
  readonly isOfProject: boolean
  readonly known: ReadonlyMap<string, TreeFile>
  readonly context: ScanContext
  readonly found: Found
}

async function judgeHook(hook: Hook, { file, who, isOfProject, known, context, found }: HookSetting): Promise<void> {
  const { judgement, files, isKnown } = readCommand(hook.command)
  const label = `as the ${hook.name} script of ${who}`
  if (judgement !== undefined) {
    const signs = judgement.signs.map((sign) => ({ ...sign, start: 0 }))
    const seen = observeSource(
      { ...judgement, signs },
      { path: file.path, text: hook.command, owner: who, hook: label, isOfProject },
    )
    found.observations.push({ ...seen, startLine: hook.line, endLine: hook.line })
    return
  }
  let isRead = files.length > 0
  for (const name of files) {
    const started = startedFile(file.path, name, known)
    if (started === undefined || started.size_bytes > SOURCE_BYTES_MAX) {
      isRead = false
      continue
    }
    const syntax = syntaxOf(started.path) ?? 'js'
    const text = await readSource(context.tree, started)
    const judged = text === undefined ? undefined : judgeSource(text, { syntax, runsAtInstall: true })
    if (judged === undefined || text === undefined) continue
    found.observations.push(observeSource(judged, { path: started.path, text, owner: who, hook: label, isOfProject }))
    return
  }
  if (!isOfProject) found.observations.push(observeScript(hook, file, who, isKnown || isRead))
}

/** A script without any indicator: reported because it runs automatically. */
function observeScript({ name, command, line }: Hook, file: TreeFile, who: string, isRead: boolean): Observation {
  return observe({
    ruleId: 'malicious/install-script',
    severity: isRead ? 'INFO' : 'LOW',
    confidence: isRead ? 0.05 : 0.2,
    title: `${who}: install script`,
    description: `${who} runs \`${command.slice(0, 300)}\` (${name}) on every machine that installs it. ${isRead ? 'The started file was analyzed and shows no signs of malicious code.' : 'The started file is not part of the source, so it was not analysed.'} If possible, disable install scripts (\`npm ci --ignore-scripts\`), and allow only the packages that need them.`,
    filePath: file.path,
    line,
    cweId: UNTRUSTED_COMPONENT,
    identity: ['install-script', who, name],
    metadata: { owner: who, hook: name },
  })
}

/** The file that a script names, as Node and shells find it. */
function startedFile(manifest: string, name: string, known: ReadonlyMap<string, TreeFile>): TreeFile | undefined {
  const path = besides(manifest, name)
  if (path === undefined) return undefined
  for (const suffix of ['', '.js', '.cjs', '.mjs', '/index.js']) {
    const file = known.get(path + suffix)
    if (file !== undefined) return file
  }
  return undefined
}

/** Commands that a gyp file runs while it is read: `<!(…)` and `<!@(…)`, each on a line of its own. */
function commandsOfGyp(text: string): string {
  return [...text.matchAll(/<!@?\(([^)\n]{0,2000})/g)].map(([, command = '']) => command).join('\n')
}
