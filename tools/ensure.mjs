// Synchronizes node_modules with package-lock.json before anything else runs. Plain JavaScript, since it runs on a bare Node 20 in a fresh
// clone.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { holdLock } from './lock.mjs'

/** Maximum size of npm's retained output: enough for its error, bounded for endless output. */
const NPM_OUTPUT_BYTES_MAX = 64 * 1024
/** Number of displayed lines of npm's output for unknown causes. */
const NPM_OUTPUT_LINES_SHOWN = 15

/** Error with a one-sentence message for people; the launchers print it and exit with 1. */
export class LaunchError extends Error {
  name = 'LaunchError'
}

/**
 * Installs the locked dependencies if they are missing or different, and does nothing (one hash) if they are correct.
 * @param {string} root the repository
 * @param {(line: string) => void} say receives progress lines
 * @throws {LaunchError} when the install fails
 */
export async function ensureDependencies(root, say) {
  const fingerprint = fingerprintOf(root)
  if (readStamp(root) === fingerprint) return
  const release = await lockInstall(root, say)
  try {
    if (readStamp(root) === fingerprint) return
    // After a manual `npm install` only the stamp is missing.
    if (!installedMatchesLock(root)) {
      await install(root, say)
      if (!installedMatchesLock(root)) {
        throw new LaunchError(
          'The dependencies were installed, but package.json and package-lock.json disagree. Run "npm install" and commit the lock file.',
        )
      }
    }
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    writeFileSync(stampPath(root), fingerprint)
  } finally {
    release()
  }
}

async function lockInstall(root, say) {
  try {
    return await holdLock(join(root, '.install.lock'), () =>
      say('Waiting for another install of the dependencies to finish …'),
    )
  } catch (cause) {
    throw new LaunchError(explain(root, String(cause.code)))
  }
}

/** The lock file, and the platform: a tree that is mounted into another system needs other binaries. */
function fingerprintOf(root) {
  let lock
  try {
    lock = readFileSync(join(root, 'package-lock.json'))
  } catch (cause) {
    throw new LaunchError(`package-lock.json cannot be read (${cause.code}). Is the clone complete?`)
  }
  return createHash('sha256').update(lock).update(`\n${process.platform} ${process.arch}\n`).digest('hex')
}

function stampPath(root) {
  return join(root, 'node_modules', '.gatehouse-stamp')
}

function readStamp(root) {
  try {
    return readFileSync(stampPath(root), 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Compares the lock file with npm's list of installed packages. Optional packages (those of other platforms) may be missing; all others
 * must be installed in the locked version, without additional ones.
 */
function installedMatchesLock(root) {
  const locked = packagesOf(join(root, 'package-lock.json'))
  const installedPath = join(root, 'node_modules', '.package-lock.json')
  // npm writes no list without packages.
  const installed = existsSync(installedPath) ? packagesOf(installedPath) : {}
  if (locked === undefined || installed === undefined) return false
  for (const [path, entry] of Object.entries(locked)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue
    const there = installed[path]
    if (there === undefined ? !entry.optional && !entry.devOptional && !entry.peer : !sameEntry(there, entry))
      return false
    if (entry.optional && there === undefined && runsHere(entry)) return false
  }
  return Object.entries(installed).every(([path, entry]) => path in locked || entry.optional)
}

/** The checksum of a package of another platform may be unknown to the lock file; its version never is. */
function sameEntry(there, entry) {
  if (entry.link) return there.link === true && there.resolved === entry.resolved
  const sameChecksum = there.integrity === entry.integrity || !there.integrity || !entry.integrity
  return there.version === entry.version && sameChecksum
}

/** An optional package without a platform may fail to install for any reason; one for this platform must be installed. */
function runsHere(entry) {
  if (entry.os === undefined || entry.cpu === undefined || entry.libc !== undefined) return false
  return entry.os.includes(process.platform) && entry.cpu.includes(process.arch)
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install(root, say) {
  const fresh = !existsSync(join(root, 'node_modules', '.package-lock.json'))
  const total = packageCount(root)
  say(
    fresh
      ? `Installing ${total} packages. The first time takes from half a minute to some minutes, by network and processor.`
      : 'Updating the dependencies …',
  )
  const started = Date.now()
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000)
    say(`  ${Math.min(installedCount(root), total)} of ${total} packages after ${seconds} s …`)
  }, PROGRESS_MS)
  try {
    await runInstall(root, fresh)
  } finally {
    clearInterval(progress)
  }
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** Between two progress lines of an install. */
const PROGRESS_MS = 10_000

/** Returns the number of locked packages for this platform; others are not installed. */
function packageCount(root) {
  const { platform, arch } = process
  const fits = (list, name) => list === undefined || list.includes(name)
  const entries = Object.entries(packagesOf(join(root, 'package-lock.json')) ?? {})
  return entries.filter(
    ([path, { link, os, cpu }]) =>
      path.includes('node_modules/') && link !== true && fits(os, platform) && fits(cpu, arch),
  ).length
}

/** Returns the number of installed packages; nested ones count with their parent. */
function installedCount(root) {
  const names = (folder) => (existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [])
  const folder = join(root, 'node_modules')
  return names(folder).reduce((sum, name) => sum + (name.startsWith('@') ? names(join(folder, name)).length : 1), 0)
}

async function runInstall(root, fresh) {
  // `npm ci` empties node_modules before it fetches: right for a fresh clone, but an update that fails half-way (no
  // network) would leave nothing. So an update is incremental, which npm rolls back, and is compared afterwards.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error', '--no-progress']
  const incremental = ['install', '--no-save', ...flags]
  let result = await runNpm(root, fresh ? ['ci', ...flags] : incremental)
  // `npm ci` also rejects a lock file that lacks only packages of other platforms; the result is compared afterwards.
  if (fresh && result.code !== 0 && /\bEUSAGE\b/.test(result.output)) result = await runNpm(root, incremental)
  if (result.code !== 0) throw new LaunchError(explain(root, result.output))
}

function runNpm(root, args) {
  const [program, ...before] = npmCommand()
  const env = { ...process.env }
  // `npm test -w packages/x` names a workspace for the outer npm only.
  for (const name of ['npm_config_workspace', 'npm_config_workspaces', 'npm_config_global']) delete env[name]
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...before, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk) => {
      output = (output + chunk).slice(-NPM_OUTPUT_BYTES_MAX)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const stop = (signal) => child.kill(signal)
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    child.once('error', (cause) =>
      reject(
        new LaunchError(`npm is needed to install the dependencies, and it could not be started (${cause.code}).`),
      ),
    )
    child.once('close', (code, signal) => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      if (signal === 'SIGINT' || signal === 'SIGTERM') reject(new LaunchError('The install was stopped.'))
      else resolve({ code: code ?? 1, output })
    })
  })
}

/** Returns npm as a script of the current Node, independent of shell and PATH. */
function npmCommand() {
  const { npm_execpath: execpath } = process.env
  if (execpath !== undefined && basename(execpath) === 'npm-cli.js' && existsSync(execpath)) {
    return [process.execPath, execpath]
  }
  const bin = dirname(process.execPath)
  const besideNode = [
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((path) => existsSync(path))
  return besideNode === undefined ? ['npm'] : [process.execPath, besideNode]
}

const CAUSES = [
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/,
    (code) =>
      `The dependencies could not be installed: the npm registry cannot be reached (${code}). Check the network or the proxy, then run the command again.`,
  ],
  [/\bENOSPC\b/, () => 'The dependencies could not be installed: the disk is full.'],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    (code, root) => `The dependencies could not be installed: ${root} cannot be written (${code}).${ownerHint(root)}`,
  ],
  [/\bEUSAGE\b/, () => 'package.json and package-lock.json disagree. Run "npm install" and commit the lock file.'],
  [/\bEINTEGRITY\b/, () => 'The dependencies could not be installed: a package does not have the locked checksum.'],
]

function explain(root, output) {
  for (const [pattern, sentence] of CAUSES) {
    const hit = pattern.exec(output)
    if (hit !== null) return sentence(hit[1] ?? hit[0], root)
  }
  const tail = output.trim().split('\n').slice(-NPM_OUTPUT_LINES_SHOWN).join('\n')
  return `The dependencies could not be installed. npm says:\n${tail}`
}

function ownerHint(root) {
  if (process.getuid === undefined) return ''
  const owner = statSync(root).uid
  return owner === process.getuid() ? '' : ` The clone belongs to user ${owner}, and you are user ${process.getuid()}.`
}
