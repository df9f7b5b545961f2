import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the real npm is there. */
export const HAS_NPM = hasNpm()

function hasNpm(): boolean {
  try {
    execFileSync('npm', ['--version'], { stdio: 'ignore', timeout: 30_000 })
    return true
  } catch {
    return false
  }
}

/** Packages of a lock file, by folder. */
export type LockedPackages = Readonly<
  Record<
    string,
    { readonly version: string; readonly dev?: true; readonly dependencies?: Readonly<Record<string, string>> }
  >
>

/** Returns a project whose lock file contains these packages; top-level ones are direct dependencies. */
export function projectFiles(packages: LockedPackages): Readonly<Record<string, string>> {
  const own = Object.entries(packages).filter(([path]) => path.lastIndexOf('node_modules/') === 0)
  const request = (isDev: boolean) =>
    Object.fromEntries(
      own
        .filter(([, { dev = false }]) => dev === isDev)
        .map(([path, { version }]) => [path.slice('node_modules/'.length), version]),
    )
  const root = { name: 'shop', version: '1.0.0', dependencies: request(false), devDependencies: request(true) }
  const lock = {
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...packages },
  }
  return { 'package.json': JSON.stringify(root), 'package-lock.json': JSON.stringify(lock, undefined, 2) }
}

export function writeProject(folder: string, packages: LockedPackages): void {
  for (const [name, content] of Object.entries(projectFiles(packages))) writeFileSync(join(folder, name), content)
}

export interface NpmRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the real npm with our registry and a token, without this machine's settings. */
export function runNpm(
  folder: string,
  args: readonly string[],
  { registry, token }: { readonly registry: string; readonly token: string },
): Promise<NpmRun> {
  const home = join(folder, '.home')
  mkdirSync(home, { recursive: true })
  const userconfig = join(home, 'npmrc')
  writeFileSync(userconfig, `${registry.replace(/^http:/, '')}:_authToken=${token}\n`)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    NPM_CONFIG_USERCONFIG: userconfig,
    NPM_CONFIG_GLOBALCONFIG: join(home, 'none'),
    NPM_CONFIG_CACHE: join(home, 'cache'),
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    NPM_CONFIG_FETCH_RETRIES: '0',
  }
  return new Promise((resolve) => {
    const options = { cwd: folder, env, timeout: 60_000, maxBuffer: 16 * 1_024 * 1_024 }
    execFile('npm', [...args, `--registry=${registry}`], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, stdout, stderr })
    })
  })
}
