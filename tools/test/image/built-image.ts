import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { hasPrograms } from '@gatehouse/testkit'
import { copyContext, readIgnoreFile } from './build-context.ts'
import { environmentOf, readDockerfile, type Stage, textsOf } from './dockerfile.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')
const DEPLOY = join(REPOSITORY, 'deploy')

export const ignoreText = readFileSync(join(DEPLOY, 'Dockerfile.dockerignore'), 'utf8')
export const stages = readDockerfile(readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8'))
export const final: Stage = stages.at(-1)!

/** Image content, built by the image's own steps in a folder, without a container engine. */
export interface BuiltImage {
  /** Location of `/app`. */
  readonly app: string
  /** Location of the data volume, the only writable folder of the image's account. */
  readonly data: string
  /** Runs `gatehouse` as the image does: its environment, its account, its Node. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): ImageRun
  /** Runs the same below a separate process 1, like the entry point of the image; the child is the program that created the namespace. */
  asProcessOne(args: readonly string[], env?: Readonly<Record<string, string>>): ImageRun
}

export interface ImageRun {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
  /** Resolves when standard output matches. @throws {Error} when the process ends earlier */
  printed(pattern: RegExp): Promise<string>
}

/** Executes the Dockerfile: copies the build context, runs the install, and assembles the last stage. */
export async function buildImage(root: string): Promise<BuiltImage> {
  const folders = new Map<string, string>()
  for (const stage of stages.slice(0, -1)) {
    const folder = join(root, `stage-${stage.name}`)
    folders.set(stage.name!, folder)
    const base = folders.get(stage.from)
    if (base !== undefined) cpSync(base, folder, { recursive: true })
    if (textsOf(stage, 'COPY').includes('. .')) copyContext(REPOSITORY, readIgnoreFile(ignoreText), folder)
    for (const command of textsOf(stage, 'RUN')) await runStep(command, folder)
  }
  const image = join(root, 'image')
  mkdirSync(image)
  for (const text of textsOf(final, 'COPY')) {
    const [, from, source, target] = /^--from=(\w+) \/app(\S*) (\S+)$/.exec(text) ?? []
    if (target === undefined) throw new Error(`no step that is understood: COPY ${text}`)
    const output = join(folders.get(from!)!, source!)
    // The whole of a stage is not needed twice.
    if (source === '') renameSync(output, join(image, target))
    else cpSync(output, join(image, target), { recursive: true, verbatimSymlinks: true })
  }
  const node = join(image, 'node')
  mkdirSync(node)
  cpSync(process.execPath, join(node, 'node'))
  const data = join(root, 'data')
  mkdirSync(data, { mode: 0o700 })
  const account = accountOf()
  if (account.uid === undefined) await promisify(execFile)('chmod', ['-R', 'a-w', join(image, 'app')])
  else chownSync(data, account.uid, account.gid!)
  chmodSync(root, 0o755)
  const run = runner(image, node, data)
  return {
    app: join(image, 'app'),
    data,
    run: (args, env) => run([], args, env, account),
    asProcessOne: (args, env) => run([...NAMESPACE, ...PROCESS_ONE], args, env, {}),
  }
}

const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child']
const [USER = ''] = textsOf(final, 'USER')
const [uid = '', gid = ''] = USER.split(':')
const PROCESS_ONE = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', 'tini', '--']

/** Returns whether this machine permits PID namespaces and has the programs of the image. */
export function mayBeProcessOne(): boolean {
  return (
    hasPrograms('unshare', 'setpriv', 'tini') && spawnSync(NAMESPACE[0]!, [...NAMESPACE.slice(1), 'true']).status === 0
  )
}

/**
 * Executes one `RUN`. The page's dependencies are hundreds of megabytes and are already installed for the tests: npm only checks the
 * install, and the repository's installed packages are used.
 */
async function runStep(command: string, cwd: string): Promise<void> {
  const isLent = command.includes('--include=dev')
  if (isLent) symlinkSync(join(REPOSITORY, 'node_modules'), join(cwd, 'node_modules'))
  const { HOME = '', PATH = '' } = process.env
  // The npm cache of the tests' own installation is available.
  const env = { HOME, PATH: `${dirname(process.execPath)}:${PATH}`, npm_config_prefer_offline: 'true' }
  await promisify(execFile)('/bin/sh', ['-c', isLent ? `${command} --dry-run` : command], {
    cwd,
    env,
    maxBuffer: 16 * 1024 * 1024,
  })
}

interface Account {
  readonly uid?: number
  readonly gid?: number
}

/** Only root can become another account; else nothing may be written because of its mode. */
function accountOf(): Account {
  return process.getuid?.() === 0 ? { uid: Number(uid), gid: Number(gid) } : {}
}

function runner(image: string, node: string, data: string) {
  const home = environmentOf(final)['GATEHOUSE_DATA_DIR']!
  const moved = Object.entries(environmentOf(final)).map(([name, value]) => [name, value.replace(home, data)])
  return (
    prefix: readonly string[],
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    account: Account,
  ): ImageRun => {
    const [program, ...words] = [...prefix, join(image, 'app/deploy/image/gatehouse'), ...args]
    const child = spawn(program!, words, {
      cwd: data,
      env: { PATH: `${node}:/usr/local/bin:/usr/bin:/bin`, HOME: data, ...Object.fromEntries(moved), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    })
    return watch(child)
  }
}

function watch(child: ChildProcess): ImageRun {
  let out = ''
  let err = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  )
  return {
    child,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(out)) resolve(out)
        }
        look()
        child.stdout!.on('data', look)
        void ended.then(({ code }) => reject(new Error(`ended with ${code} before ${pattern}\n${out}\n${err}`)))
      }),
  }
}
