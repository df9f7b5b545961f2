import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { OWN_RULES } from '../src/rules/own.ts'

interface File {
  readonly rules: readonly { readonly 'pattern-sources'?: unknown }[]
}

/** Folders of one language with the same request sources. */
const TOGETHER: Readonly<Record<string, string>> = { llm: 'javascript', 'llm-python': 'python' }

const OPENING = /^ {4}pattern-sources: &(\w+)$/gm

/** Returns named source lists by language and name, with their files: YAML anchors cannot reference another file. */
function namedLists(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const lists = new Map<string, Map<string, string>>()
  for (const folder of readdirSync(OWN_RULES)) {
    for (const name of readdirSync(join(OWN_RULES, folder)).filter((item) => item.endsWith('.yaml'))) {
      const text = readFileSync(join(OWN_RULES, folder, name), 'utf8')
      const found = [...text.matchAll(OPENING)]
      if (found.length === 0) continue
      const { rules } = parse(text) as File
      for (const { index, 1: anchor } of found) {
        // The rule that contains the anchor.
        const place = text.slice(0, index).split(/^ {2}- id: /m).length - 2
        const key = `${TOGETHER[folder] ?? folder} ${anchor}`
        const files = lists.get(key) ?? new Map<string, string>()
        files.set(`${folder}/${name}`, JSON.stringify(rules[place]?.['pattern-sources'] ?? `none in rule ${place}`))
        lists.set(key, files)
      }
    }
  }
  return lists
}

const shared = [...namedLists()].filter(([, files]) => files.size > 1)

test('every language has its list', () => {
  expect(shared.map(([key]) => key).toSorted()).toEqual([
    'bash outside',
    'c input',
    'c remote',
    'csharp request',
    'go request',
    'java request',
    'javascript request',
    'kotlin request',
    'php request',
    'python request',
    'ruby request',
    'rust request',
  ])
})

test.each(shared)('%s is the same in all files', (_key, lists) => {
  const [[first, list] = ['', '']] = lists
  for (const [name, other] of lists) expect(other === list, `${name} and ${first} differ`).toBe(true)
})
