import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const IDIOMS = join(import.meta.dirname, 'corpus/idioms')

/** CWE number of each weakness: the name of a file of the corpus. */
const CWE: Readonly<Record<string, number>> = {
  'path-traversal': 22,
  'command-injection': 78,
  'sql-injection': 89,
  'cross-site-scripting': 79,
  ssrf: 918,
  'open-redirect': 601,
  'insecure-deserialization': 502,
  xxe: 611,
  'weak-cryptography': 327,
  'hard-coded-credentials': 798,
}

/** A mark may name a CWE number of its own. */
const MARK = /^(?:\/\/\/\/|####) (weak|safe|end)(?: (\d+))?$/

/**
 * Writes the idiomatic forms of the corpus as one file per case, with `truth.csv` beside them. A file of the corpus is one language and
 * one weakness: what precedes the first mark (`//// weak`, `//// safe`) and what follows `//// end` belong to every case of the file.
 * @returns the number of cases
 */
export function writeIdioms(folder: string): number {
  const truth = ['name,category,weak,cwe']
  for (const language of readdirSync(IDIOMS)) {
    mkdirSync(join(folder, language), { recursive: true })
    for (const file of readdirSync(join(IDIOMS, language))) {
      const [weakness, extension] = file.split('.') as [string, string]
      const cwe = CWE[weakness]
      if (cwe === undefined)
        throw new Error(`${language}/${file} names no weakness. Use one of ${Object.keys(CWE).join(', ')}.`)
      casesOf(readFileSync(join(IDIOMS, language, file), 'utf8')).forEach(({ isWeak, text, own }, at) => {
        const name = `${language}/${weakness}-${Math.floor(at / 2) + 1}-${isWeak ? 'weak' : 'safe'}.${extension}`
        writeFileSync(join(folder, name), text)
        truth.push(`${name},${weakness},${isWeak},${own ?? cwe}`)
      })
    }
  }
  writeFileSync(join(folder, 'truth.csv'), `${truth.join('\n')}\n`)
  return truth.length - 1
}

interface Case {
  readonly isWeak: boolean
  /** The CWE number that the mark names. */
  readonly own: string | undefined
  readonly text: string
}

function casesOf(text: string): readonly Case[] {
  const parts: { mark: string; own?: string | undefined; lines: string[] }[] = [{ mark: 'start', lines: [] }]
  for (const line of text.split('\n')) {
    const [, mark, own] = MARK.exec(line) ?? []
    if (mark === undefined) parts.at(-1)!.lines.push(line)
    else parts.push({ mark, own, lines: [] })
  }
  const common = (mark: string): readonly string[] => parts.find((part) => part.mark === mark)?.lines ?? []
  return parts
    .filter(({ mark }) => mark === 'weak' || mark === 'safe')

    .map(({ mark, own, lines }) => ({
      own,
      isWeak: mark === 'weak',
      text: [...common('start'), ...lines, ...common('end')].join('\n'),
    }))
}
