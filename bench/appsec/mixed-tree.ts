import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { KINDS, randomFrom, type Random } from '../../packages/secrets/test/corpus/draw.ts'
import { sampleOf } from '../../packages/secrets/test/corpus/family.ts'
import { FAMILIES } from '../../packages/secrets/test/corpus/measure.ts'

/** Written files, and the locations of planted secrets. */
export interface MixedTree {
  readonly bytes: number
  readonly files: number
  /** Path → start lines of planted secrets. */
  readonly planted: ReadonlyMap<string, ReadonlySet<number>>
}

const MIB = 1024 * 1024

/**
 * Writes a tree of about 200 MB, the same in every run over the same installed packages: code of packages, logs, lock files,
 * binary files, and the files of the corpus with planted secrets among them.
 */
export function buildMixedTree(root: string, packages: string): MixedTree {
  const tree = new TreeWriter(root)
  copyCode(packages, 120 * MIB, tree.write)
  const random = randomFrom(17)
  for (let at = 0; at < 8; at++) writeLog(`var/log/app-${at}.log`, 4 * MIB, random, tree.write)
  for (let at = 0; at < 6; at++) tree.write(`services/s${at}/package-lock.json`, lockFile(2 * MIB, random))
  for (let at = 0; at < 6; at++) tree.write(`bin/tool-${at}.bin`, noise(5 * MIB, at))
  writeFamilies(tree.write)
  return tree
}

/** Writes a tree as large as that of a team's product: 40 MB of code, with planted secrets among them. */
export function buildRepository(root: string, packages: string): MixedTree {
  const tree = new TreeWriter(root)
  copyCode(packages, 40 * MIB, tree.write)
  writeFamilies(tree.write)
  return tree
}

class TreeWriter implements MixedTree {
  bytes = 0
  files = 0
  readonly planted = new Map<string, ReadonlySet<number>>()
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  readonly write = (path: string, content: string | Uint8Array, lines: readonly number[] = []): void => {
    const full = join(this.#root, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, content)
    this.bytes += statSync(full).size
    this.files += 1
    if (lines.length > 0) this.planted.set(path, new Set(lines))
  }
}

function writeFamilies(write: Write): void {
  for (const [at, family] of FAMILIES.entries()) {
    const { text, secrets } = sampleOf(family, SEED)
    const lines = secrets.map(([start]) => lineOf(text, start))
    // Spread over the tree like teams: among the packages, whose names begin with all letters.
    write(
      `code/${LETTERS.charAt(at % LETTERS.length)}-team/${family.name.replaceAll(' ', '-')}/${family.path}`,
      text,
      lines,
    )
  }
}

/** Seed that no corpus test uses. */
const SEED = 11
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

type Write = (path: string, content: string | Uint8Array, lines?: readonly number[]) => void

/** Copies sources of installed packages in path order, without our own test files. */
function copyCode(packages: string, most: number, write: Write): void {
  let left = most
  for (const path of sourcesIn(packages, '')) {
    const { size } = statSync(join(packages, path))
    if (size > 8 * MIB) continue
    if ((left -= size) < 0) return
    write(`code/${path.replaceAll('node_modules', 'lib')}`, readFileSync(join(packages, path)))
  }
}

function* sourcesIn(root: string, folder: string): Generator<string> {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((left, right) =>
    left.name < right.name ? -1 : 1,
  )
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || entry.name === '@gatehouse') continue
    if (entry.isDirectory()) yield* sourcesIn(root, path)
    else if (entry.isFile() && /\.(?:[cm]?[jt]sx?|json|md|map|css|html|ya?ml|txt|h|c|cc|py)$/.test(entry.name))
      yield path
  }
}

const PATHS = ['/v1/items', '/v1/orders', '/login', '/oauth/token', '/health', '/v1/users/me']

/** Writes server log lines; one in some thousand contains a password. */
function writeLog(path: string, least: number, random: Random, write: Write): void {
  const lines: string[] = []
  const secrets: number[] = []
  for (let size = 0; size < least;) {
    const leak = random(4_000) === 0
    if (leak) secrets.push(lines.length + 1)
    const tail = leak
      ? `authorization="Bearer ${KINDS['tok']?.(random)}"`
      : `trace=${KINDS['hex32']?.(random)} token=****`
    const line = `2026-11-21T10:${10 + random(50)}:${10 + random(50)}Z INFO ${PATHS[random(PATHS.length)]} status=200 user=${random(100_000)} ms=${random(900)} ${tail}`
    lines.push(line)
    size += line.length + 1
  }
  write(path, lines.join('\n'), secrets)
}

function lockFile(least: number, random: Random): string {
  const entries: string[] = []
  for (let size = 0; size < least;) {
    const name = `package-${random(1_000_000)}`
    const entry = `    "node_modules/${name}": {\n      "version": "1.${random(50)}.${random(20)}",\n      "resolved": "https://npm.kestrel.io/${name}/-/${name}-1.0.0.tgz",\n      "integrity": "sha512-${KINDS['sha512']?.(random)}"\n    }`
    entries.push(entry)
    size += entry.length
  }
  return `{\n  "lockfileVersion": 3,\n  "packages": {\n${entries.join(',\n')}\n  }\n}\n`
}

/** Returns reproducible random-looking bytes. */
function noise(length: number, seed: number): Uint8Array {
  const blocks: Buffer[] = []
  for (let at = 0; at * 64 < length; at++) blocks.push(createHash('sha512').update(`${seed}:${at}`).digest())
  return Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0]), ...blocks])
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
