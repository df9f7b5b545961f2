// Data flow through each construct of a language, in the programs of constructs/. A program starts with `//// title`. A comment `found` at
// the end of a line means that data from `source()` reaches the sink on that line. It reaches no other sink.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languageOf } from '../../src/languages/all.ts'
import { findings } from './found.ts'

const FOLDER = join(import.meta.dirname, 'constructs')

const rule = (language: string): string => `rules:
- id: r
  mode: taint
  languages: [${language}]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

interface Program {
  readonly says: string
  readonly code: string
}

function programsOf(text: string): readonly Program[] {
  return text
    .split(/^\/\/\/\/ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { says: part.slice(0, end), code: part.slice(end + 1) }
    })
}

function marked(code: string): readonly string[] {
  const lines = code.split('\n').map((line, index) => ({ line, place: index + 1 }))
  return lines.filter(({ line }) => line.endsWith('// found')).map(({ place, line }) => `${place}: ${line.trim()}`)
}

describe.each(readdirSync(FOLDER).toSorted())('%s', (name) => {
  const path = `a.${name.slice(name.lastIndexOf('.') + 1)}`
  const programs = programsOf(readFileSync(join(FOLDER, name), 'utf8'))

  test.each(programs)('$says', async ({ code }) => {
    const language = languageOf(path)!.name
    const lines = code.split('\n')
    const found = await findings(rule(language), { [path]: code })
    const places = new Set(found.map(({ sink }) => sink.place.line))
    const shown = [...places].toSorted((a, b) => a - b).map((line) => `${line}: ${lines[line - 1]!.trim()}`)
    expect(shown).toEqual(marked(code))
    // A program has at least one finding; lines without a finding are next to it.
    expect(shown.length).toBeGreaterThan(0)
  })
})
