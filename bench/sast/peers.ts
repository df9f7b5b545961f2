import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { type SastRun, scanTree } from './scan.ts'
import { type BenchTree, inFolder, isHere, layTree } from './trees.ts'

const out = (line: string) => process.stdout.write(`${line}\n`)
const MODULES = join(import.meta.dirname, '../trees/node_modules')
const AST_GREP = ['x64', 'arm64']
  .map((machine) => join(MODULES, `@ast-grep/cli-linux-${machine}-gnu/ast-grep`))
  .find((path) => existsSync(path))

/** The same patterns for both: what a pattern alone can say, in code that has much of it and some that has none. */
const PATTERNS = [
  'console.log($$$A)',
  'new Error($M)',
  '$A.map($F)',
  'eval($X)',
  '$A === null',
  'JSON.parse($X)',
  'throw $E',
]

interface PeerRun {
  readonly seconds: number
  readonly stdout: string
}

/** Others on the same sources: the time of each whole process, and what each finds. */
export async function benchPeers(): Promise<void> {
  await inFolder(async (folder) => {
    await besideAstGrep(folder, layTree(join(folder, 'typescript'), ['typescript', 'javascript']))
    if (isHere('python')) {
      const python = layTree(join(folder, 'python'), ['python'])
      await beside(python, 'bandit', ['-r', '-q', '-f', 'json', python.root], countBandit)
    }
    const c = layTree(join(folder, 'c'), ['c'])
    await beside(c, 'flawfinder', ['--csv', c.root], (text) => Math.max(0, text.split('\n').length - 2))
    await beside(
      c,
      'cppcheck',
      ['-q', '-j', '2', '--template={file}:{line}', c.root],
      (text) => text.split('\n').length - 1,
    )
  })
}

async function besideAstGrep(folder: string, tree: BenchTree): Promise<void> {
  if (AST_GREP === undefined) throw new Error('ast-grep is not there for this machine.')
  const languages = ['JavaScript', 'TypeScript']
  const rules = languages.flatMap((language) =>
    PATTERNS.map((pattern, at) => ({ id: `${language}-${at}`, language, severity: 'warning', rule: { pattern } })),
  )
  writeFileSync(join(folder, 'ast-grep.yml'), rules.map((rule) => stringify(rule)).join('---\n'))
  mkdirSync(join(folder, 'rules'))
  const ours = PATTERNS.map((pattern, at) => ({
    id: `pattern-${at}`,
    languages: ['javascript', 'typescript'],
    severity: 'INFO',
    message: 'Found.',
    pattern: pattern.replaceAll('$$$A', '...'),
  }))
  writeFileSync(join(folder, 'rules/rules.yaml'), stringify({ rules: ours }))
  const peer = await timed(AST_GREP, ['scan', '-r', join(folder, 'ast-grep.yml'), '--json=stream', tree.root])
  const own = await scanTree(tree.root, '--rules', join(folder, 'rules'), '--only-rules')
  tell('ast-grep', tree, peer, peer.stdout.split('\n').length - 1, own)
}

async function beside(
  tree: BenchTree,
  name: string,
  args: readonly string[],
  count: (text: string) => number,
): Promise<void> {
  try {
    const peer = await timed(name, args)
    tell(name, tree, peer, count(peer.stdout), await scanTree(tree.root))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    out(`${name} is not here: apt-get install ${name}`)
  }
}

function tell(name: string, { files }: BenchTree, peer: PeerRun, found: number, own: SastRun): void {
  out(
    `${name.padEnd(10)} ${files.length} files: ${peer.seconds.toFixed(1)} s and ${found} findings; ` +
      `ours ${own.seconds.toFixed(1)} s and ${own.findings.length}: ${(peer.seconds / own.seconds).toFixed(2)} times as fast`,
  )
}

/** @throws {Error} `ENOENT` where there is no such program */
async function timed(program: string, args: readonly string[]): Promise<PeerRun> {
  const from = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const pieces: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => pieces.push(bytes))
  // cppcheck writes what it finds there.
  child.stderr.on('data', (bytes: Buffer) => program === 'cppcheck' && pieces.push(bytes))
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  return { seconds: (performance.now() - from) / 1_000, stdout: Buffer.concat(pieces).toString() }
}

function countBandit(text: string): number {
  const { results } = JSON.parse(text) as { readonly results: readonly unknown[] }
  return results.length
}
