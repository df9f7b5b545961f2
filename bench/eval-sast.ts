// npm run eval:sast [--write]: recall and false positives of the rules on both halves of the corpus and on idiomatic forms.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scored, Share, TruthScore } from '@gatehouse/sast'
import { gatehouse } from './appsec/watched.ts'
import { writeIdioms } from './sast/idioms.ts'

const ROOT = join(import.meta.dirname, '..')
const CORPUS = join(ROOT, 'bench/sast/corpus')
const PAGE = join(ROOT, 'docs/static-analysis-accuracy.md')
const HALVES = ['development', 'held-back'] as const

/** Folder of the cases of a part, with `truth.csv`. */
interface Part {
  readonly name: string
  readonly folder: string
}

type Half = Scored & { readonly files: number; readonly unparsed: number }

const idioms = mkdtempSync(join(tmpdir(), 'gatehouse-idioms-'))
process.on('exit', () => rmSync(idioms, { recursive: true, force: true }))
writeIdioms(idioms)
const PARTS: readonly Part[] = [
  ...HALVES.map((name) => ({ name, folder: join(CORPUS, name) })),
  { name: 'idioms', folder: idioms },
]

const lines = [
  '# Static analysis accuracy',
  '',
  '`npm run eval:sast -- --write` generates this page. The corpus (`bench/sast/corpus`) consists of pairs: a vulnerable program with one or more files, and a',
  'safe program that is as similar as possible. The authors of the corpus did not read the rules. The held-back half is never used to fix rules, and',
  'its programs use other frameworks than the development half. The idioms (`bench/sast/corpus/idioms`) are ten frequent weaknesses in eight',
  'languages, each in four forms that follow framework documentation. They are used to fix rules. Figures are percentages with 95 % intervals (Wilson; Newcombe for Youden).',
]
for (const part of PARTS) {
  const scored = await scoreOf(part)
  lines.push('', `## ${part.name}`, '', ...tableOf([['all', scored.all], ...languagesOf(part, scored)]))
  if (part.name === 'idioms')
    lines.push('', ...tableOf(scored.byCwe.map((score) => [`CWE-${score.cwe} ${score.category}`, score])))
  lines.push(
    '',
    `Mean Youden index over ${scored.byCwe.length} weaknesses: ${scored.meanYouden.toFixed(2)}. ${scored.unparsed} of ${scored.files} files not fully analysed.`,
  )
}
const page = `${lines.join('\n')}\n`
process.stdout.write(page)
if (process.argv.includes('--write')) writeFileSync(PAGE, page)

async function scoreOf({ folder }: Part): Promise<Half> {
  const { stdout, stderr } = await gatehouse([
    'rules',
    'evaluate',
    folder,
    '--truth',
    join(folder, 'truth.csv'),
    '--json',
  ])
  if (stdout === '') throw new Error(`Nothing was measured: ${stderr}`)
  return JSON.parse(stdout) as Half
}

/** The folders of a part are languages. */
function languagesOf({ folder }: Part, { missed, wrong }: Half): readonly (readonly [string, Counts])[] {
  const rows = readFileSync(join(folder, 'truth.csv'), 'utf8').trim().split('\n').slice(1)
  const cases = rows.map((row) => {
    const [name = '', , weak] = row.split(',')
    return { name, language: name.split('/', 1)[0]!, isWeak: weak === 'true' }
  })
  return [...Map.groupBy(cases, ({ language }) => language)].map(([language, own]) => {
    const weak = own.filter(({ isWeak }) => isWeak)
    const names = new Set(own.map(({ name }) => name))
    const inLanguage = (some: Half['missed']): number => some.filter(({ name }) => names.has(name)).length
    return [
      language,
      {
        found: weak.length - inLanguage(missed),
        weak: weak.length,
        wrong: inLanguage(wrong),
        safe: own.length - weak.length,
      },
    ]
  })
}

interface Counts {
  readonly found: number
  readonly weak: number
  readonly wrong: number
  readonly safe: number
}

function tableOf(rows: readonly (readonly [string, TruthScore | Counts])[]): readonly string[] {
  return [
    '| | Vulnerable, reported | Recall | Safe, reported | False positives | Youden |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(([name, score]) => `| ${name} | ${cellsOf(score).join(' | ')} |`),
  ]
}

function cellsOf(score: TruthScore | Counts): readonly string[] {
  if ('found' in score) {
    const { found, weak, wrong, safe } = score
    return [
      `${found}/${weak}`,
      percent(found / weak),
      `${wrong}/${safe}`,
      percent(wrong / safe),
      (found / weak - wrong / safe).toFixed(2),
    ]
  }
  const { recall, falseAlarms, youden } = score
  const whole = (share: Share): string =>
    `${percent(share.hits / share.of)} (${percent(share.low)}–${percent(share.high)})`
  return [
    `${recall.hits}/${recall.of}`,
    whole(recall),
    `${falseAlarms.hits}/${falseAlarms.of}`,
    whole(falseAlarms),
    `${youden.value.toFixed(2)} (${youden.low.toFixed(2)}–${youden.high.toFixed(2)})`,
  ]
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}
