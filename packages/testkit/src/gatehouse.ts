import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Run of the `gatehouse` command in a separate process. */
export interface GatehouseRun {
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves when standard output matches. @throws {Error} with both outputs when the process ends earlier */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves with the exit code, or the signal's name. */
  ended(): Promise<number | string>
}

const MAIN = fileURLToPath(new URL('../../../apps/cli/src/main.ts', import.meta.url))

/** The least that a child needs of its parent's environment: no setting of the developer's reaches a test. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'NODE_COMPILE_CACHE']

export function runGatehouse(
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string; readonly stdin?: string } = {},
): GatehouseRun {
  const inherited = INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  const child = spawn(
    process.execPath,
    ['--conditions=gatehouse', '--disable-warning=ExperimentalWarning', MAIN, ...args],
    {
      // Enabled explicitly by console tests: the others neither build a page nor use its port.
      env: { ...Object.fromEntries(inherited), CONSOLE_ENABLED: 'false', ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    },
  )
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  // A command that does not read its input may be gone before it is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.stdin ?? '')
  const exit = once(child, 'close').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown')
  return {
    child,
    stdout: () => out,
    stderr: () => err,
    ended: () => exit,
    printed(pattern) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(out)
          if (match !== null) resolve(match)
        }
        look()
        child.stdout.on('data', look)
        void exit.then((code) => reject(new Error(`ended with ${code} before printing ${pattern}\n${out}\n${err}`)))
      })
    },
  }
}

export interface RunningGatehouse extends GatehouseRun {
  /** Of the guard service. */
  readonly url: string
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | string>
}

/** `gatehouse up` on a free port; resolves when it serves. */
export async function startGatehouse(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningGatehouse> {
  const run = runGatehouse(['up'], {
    env: { GATEHOUSE_DATA_DIR: dataDir, GUARD_PORT: '0', APPSEC_PORT: '0', REDTEAM_PORT: '0', ...env },
  })
  const [, url] = await run.printed(/guard\s+(http:\/\/\S+)/)
  return {
    ...run,
    url: url!,
    async stop() {
      run.child.kill('SIGTERM')
      return run.ended()
    },
  }
}
