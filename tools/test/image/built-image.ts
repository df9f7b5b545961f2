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

/** What the image holds, made by its own steps in a folder, without a container engine. */
export interface BuiltImage {
  /** Where `/app` is. */
  readonly app: string
  /** Where the data volume is; the account of the image may write there and nowhere else. */
  readonly data: string
  /** Runs `gatehouse` as the image does: its environment, its account, its Node. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): ImageRun
  /** The same below a process 1 of its own, as the entry point of the image has it; the child is what made the namespace. */
  asProcessOne(args: readonly string[], env?: Readonly<Record<string, string>>): ImageRun
}

export interface ImageRun {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
  /** Resolves when standard output matches. @throws {Error} when the process ends before */
  printed(pattern: RegExp): Promise<string>
}

/** Follows the Dockerfile: copies what its build sees, runs its install, puts together what its last stage takes. */
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
    const made = join(folders.get(from!)!, source!)
    // The whole of a stage is not needed twice.
    if (source === '') renameSync(made, join(image, target))
    else cpSync(made, join(image, target), { recursive: true, verbatimSymlinks: true })
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

/** Whether this machine lets the tests have a namespace of process numbers, and has what the image has in it. */
export function mayBeProcessOne(): boolean {
  return (
    hasPrograms('unshare', 'setpriv', 'tini') && spawnSync(NAMESPACE[0]!, [...NAMESPACE.slice(1), 'true']).status === 0
  )
}

/**
 * One `RUN`. What the page is made of takes hundreds of megabytes and is what the tests themselves were installed with: npm only says
 * that it could install it, and the installed packages of this repository are lent.
 */
async function runStep(command: string, cwd: string): Promise<void> {
  const isLent = command.includes('--include=dev')
  if (isLent) symlinkSync(join(REPOSITORY, 'node_modules'), join(cwd, 'node_modules'))
  const { HOME = '', PATH = '' } = process.env
  // What the tests themselves were installed from is at hand already.
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
