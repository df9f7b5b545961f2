import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Document, isCollection, isMap, isScalar, parseAllDocuments, Scalar, visit } from 'yaml'
import { languageOf, searchFile } from '@gatehouse/sast/configuration'
import { loadRules, OWN_RULES, prepareRules } from '@gatehouse/sast'

const FOLDERS = ['cloudformation', 'compose', 'github-actions', 'kubernetes', 'yaml']

/** Transformations of a document that preserve its meaning. */
const MUTATIONS: Readonly<Record<string, (document: Document) => string>> = {
  'reversed mappings': (document) => {
    visit(document, (_key, node) => {
      if (isMap(node)) node.items.reverse()
    })
    return document.toString({ lineWidth: 0 })
  },
  'other indents and quotes': (document) => {
    visit(document, (key, node) => {
      const isWord = isScalar(node) && typeof node.value === 'string' && node.type === Scalar.PLAIN
      if (isWord && key !== 'key' && node.tag === undefined && !/^(?:yes|no|on|off)$/i.test(String(node.value)))
        node.type = Scalar.QUOTE_SINGLE
    })
    return document.toString({ lineWidth: 0, indent: 6, indentSeq: false })
  },
  'brackets and braces': (document) => {
    if (isCollection(document.contents)) document.contents.flow = true
    return document.toString({ lineWidth: 0 })
  },
}

async function countsIn(
  folder: string,
  name: string,
  text: string,
  language = 'yaml',
): Promise<Readonly<Record<string, number>>> {
  const path = join(OWN_RULES, folder, `${name}.yaml`)
  const { rules } = loadRules([{ path, text: readFileSync(path, 'utf8') }])
  const { byLanguage } = await prepareRules(rules)
  const { hits, unread } = await searchFile(text, languageOf(`a.${language}`), byLanguage.get('yaml') ?? [])
  expect(unread).toEqual([])
  const counts: Record<string, number> = {}
  for (const { rule } of hits) counts[rule.id] = (counts[rule.id] ?? 0) + 1
  return counts
}

const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(OWN_RULES, folder))
    .filter((name) => name.endsWith('.test.yaml'))
    .map((name) => [folder, name.slice(0, -'.test.yaml'.length)] as const),
)

test.each(FILES)('rules of %s/%s find the same in equivalent code', async (folder, name) => {
  const text = readFileSync(join(OWN_RULES, folder, `${name}.test.yaml`), 'utf8')
  const expected = await countsIn(folder, name, text)
  for (const [path, mutate] of Object.entries(MUTATIONS)) {
    const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' })
    const mutated = (Array.isArray(documents) ? documents : []).map((item) => {
      // In flow style, comments would hide the text after them.
      visit(item, (_key, node) => {
        if (node !== null && typeof node === 'object' && 'comment' in node) {
          node.comment = null
          if ('commentBefore' in node) node.commentBefore = null
        }
      })
      item.comment = null
      item.commentBefore = null
      return mutate(item).replace(/^---\n|\n\.\.\.$/g, '')
    })
    // oxlint-disable-next-line no-await-in-loop -- each names the way that it failed in
    expect({ way: path, counts: await countsIn(folder, name, mutated.join('\n---\n')) }).toEqual({
      way: path,
      counts: expected,
    })
  }
})

const OBJECTS = FILES.filter(([folder]) => folder === 'kubernetes')

test.each(OBJECTS)('rules of %s/%s find as much in JSON', async (folder, name) => {
  const text = readFileSync(join(OWN_RULES, folder, `${name}.test.yaml`), 'utf8')
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' })
  const counts: Record<string, number> = {}
  for (const item of Array.isArray(documents) ? documents : []) {
    // Kubernetes reads it as a boolean, YAML 1.2 does not.
    const json = JSON.stringify(item.toJS(), (_key, value: unknown) => (value === 'yes' ? true : value), 2)
    // oxlint-disable-next-line no-await-in-loop -- documents of one file
    for (const [id, count] of Object.entries(await countsIn(folder, name, json, 'json'))) {
      counts[id] = (counts[id] ?? 0) + count
    }
  }
  expect(counts).toEqual(await countsIn(folder, name, text))
})
