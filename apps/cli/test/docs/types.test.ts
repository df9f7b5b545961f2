import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { patient_ms } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { heldElsewhere, UNCHECKED } from './exceptions.ts'
import { type Block, nameOf, readBlocks, ROOT } from './pages.ts'

const COMPILED = new Set(['ts', 'js', 'mjs', 'tsx'])
/** Compile context of a block that the page does not show: `<!-- with: import OpenAI from 'openai' -->` above it. */
const WITH = 'with: '
/** The compiler reads the packages that blocks import, on a machine that runs everything else at the same moment. */
const COMPILE_MS_MAX = patient_ms(60_000)

function sourceOf({ marks, text }: Block): string {
  const hidden = marks.filter((mark) => mark.startsWith(WITH)).map((mark) => mark.slice(WITH.length))
  return [...hidden, text, 'export {}', ''].join('\n')
}

/** Compiles sources, each as a separate module. @returns the compiler's messages, one per line */
function compile(sources: readonly string[]): string[] {
  const parent = join(ROOT, 'dist')
  mkdirSync(parent, { recursive: true })
  // Inside the repository: packages are resolved from the location of a file.
  const folder = mkdtempSync(join(parent, 'blocks-of-pages-'))
  try {
    for (const [at, source] of sources.entries()) writeFileSync(join(folder, `block-${at}.ts`), source)
    // As strict as a reader's project, not as ours: pages index without checks.
    const compilerOptions = { noUncheckedIndexedAccess: false }
    const config = { extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'], exclude: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}` },
    })
    return `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test(
  'the code on pages compiles against the packages, and invalid code fails',
  () => {
    const blocks = readBlocks().filter(
      (block) => COMPILED.has(block.language) && heldElsewhere(block) === undefined && !(nameOf(block) in UNCHECKED),
    )
    const wrong = "import { createGuard } from '@gatehouse/guards'\nexport const guard = createGuard({ inptu: {} })\n"
    const texts = compile([...blocks.map(sourceOf), wrong])
    const places = texts.map((line) =>
      line.replace(/^.*block-(\d+)\.ts/, (_, at: string) => {
        const block = blocks[Number(at)]
        return block === undefined ? 'wrong' : `${block.path}:${block.line}`
      }),
    )
    expect(places).toEqual([expect.stringMatching(/^wrong.*'inptu' does not exist/)])
    expect(blocks.length).toBeGreaterThanOrEqual(4)
  },
  COMPILE_MS_MAX,
)
