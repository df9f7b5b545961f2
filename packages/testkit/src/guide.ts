import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Desk } from './desk.ts'

/** A fenced block of a page. */
export interface GuideBlock {
  /** The nearest heading above it. */
  readonly heading: string
  readonly language: string
  readonly text: string
}

const GUIDES = new URL('../../../docs/guide/', import.meta.url)
const MAIN = fileURLToPath(new URL('../../../apps/cli/src/main.ts', import.meta.url))
/** Separator between the outputs of two blocks; contains the exit code of the previous block. */
const MARK = /^--- end of block (\d+) ---$/m

/** The fenced blocks of a guide of this repository, in their order. @param name  like `scans.md` */
export function guideBlocks(name: string): GuideBlock[] {
  let heading = ''
  const blocks: GuideBlock[] = []
  for (const [, title, language = '', text] of readFileSync(new URL(name, GUIDES), 'utf8').matchAll(
    /^#+ (.+)$|^```(\w*)\n([^]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title
    else if (text !== undefined) blocks.push({ heading, language, text })
  }
  return blocks
}

/** A folder for the search path in which `gatehouse` is the command of this repository. @param flags  of Node */
export function gatehouseCommand(folder: string, flags: readonly string[] = []): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const words = [process.execPath, '--conditions=gatehouse', '--disable-warning=ExperimentalWarning', ...flags, MAIN]
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  writeFileSync(join(bin, 'gatehouse'), `#!/bin/sh\nexec ${quoted} "$@"\n`)
  chmodSync(join(bin, 'gatehouse'), 0o755)
  return bin
}

export interface FollowOptions {
  readonly env: Readonly<Record<string, string>>
  /** Replacements for values of the guide. */
  readonly instead: Readonly<Record<string, string>>
  readonly headings?: readonly string[]
}

/** Executed shell block. */
export interface FollowedBlock extends GuideBlock {
  readonly code: number
  readonly output: string
  /** Expected output in the guide, if given; `…` matches anything, in a line or for lines. */
  readonly shown: RegExp | undefined
}

/** Executes the shell blocks in one shell, from top to bottom like a reader. */
export async function followGuide(name: string, desk: Desk, options: FollowOptions): Promise<FollowedBlock[]> {
  const { env, instead, headings } = options
  const blocks = guideBlocks(name).filter(({ heading }) => headings === undefined || headings.includes(heading))
  const shell = blocks.flatMap((block, at) => {
    if (block.language !== 'sh') return []
    const next = blocks[at + 1]
    return [{ ...block, shown: next?.language === 'text' ? patternOf(next.text) : undefined }]
  })
  const script = shell.map(({ text }) => `${replaced(text, instead)}\nprintf '\\n--- end of block %s ---\\n' "$?"\n`)
  const { out } = await desk.sh(`exec 2>&1\n${script.join('')}`, env)
  const parts = out.split(MARK)
  return shell.map((block, at) => ({
    ...block,
    output: `${(parts[at * 2] ?? '').trim()}\n`,
    // A shell that ended earlier has not executed the block.
    code: Number(parts[at * 2 + 1] ?? -1),
  }))
}

function replaced(text: string, instead: Readonly<Record<string, string>>): string {
  return Object.entries(instead).reduce((now, [from, to]) => now.replaceAll(from, () => to), text)
}

function patternOf(shown: string): RegExp {
  const lines = shown.trim().split('\n')
  const source = lines.map((line) => {
    if (line.trim() === '…') return '(?:.*\\n)*?'
    const parts = line.trim().split('…')
    return `[ ]*${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}\\n`
  })
  return new RegExp(`^${source.join('')}$`)
}
