import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../tools/lib/tree.ts'

/** Repository-relative path of the list of statements that no test shows yet. */
export const UNCITED_PATH = 'spec/uncited.json'

/** Quoted statement id. Only files that import `proves` are read, so that nothing else looks like one. */
const CITED_ID = /(['"`])((?:all|guard|appsec|redteam):[a-z0-9]+(?:[.-][a-z0-9]+)*)\1/g

/** Statement id → the test files that cite it, sorted. An id need not exist. */
export type Citations = ReadonlyMap<string, readonly string[]>

/** Reads every test file of the tree as text; nothing is run. */
export function findCitations(root: string): Citations {
  const citations = new Map<string, string[]>()
  for (const path of listFiles(root)) {
    // The tests of this folder are about ids, including fictitious ones.
    if (!path.endsWith('.test.ts') || path.startsWith('spec/')) continue
    for (const id of citedIn(readFileSync(join(root, path), 'utf8'))) {
      citations.set(id, [...(citations.get(id) ?? []), path])
    }
  }
  return citations
}

/** Returns the ids that a test file cites, each once. */
export function citedIn(text: string): ReadonlySet<string> {
  if (!/from '[^']*\/proves\.ts'/.test(text)) return new Set()
  return new Set([...text.matchAll(CITED_ID)].map(([, , id]) => id!))
}

export function readUncited(root: string): readonly string[] {
  return JSON.parse(readFileSync(join(root, UNCITED_PATH), 'utf8')) as string[]
}

/** Returns the problems of the citations, as sentences; empty without problems. */
export function citationProblems(
  known: ReadonlySet<string>,
  citations: Citations,
  uncited: readonly string[],
): readonly string[] {
  const listed = new Set(uncited)
  return [
    ...[...citations]
      .filter(([id]) => !known.has(id))
      .map(([id, files]) => `${files.join(', ')}: there is no statement "${id}"`),
    ...[...known]
      .filter((id) => !citations.has(id) && !listed.has(id))
      .map((id) => `no test cites "${id}": cite it, since the list of uncited statements may only shrink`),
    ...uncited
      .filter((id) => citations.has(id))
      .map((id) => `"${id}" is cited now: remove it from ${UNCITED_PATH} (node --conditions=gatehouse spec/shrink.ts)`),
    ...uncited.filter((id) => !known.has(id)).map((id) => `${UNCITED_PATH}: there is no statement "${id}"`),
    ...uncited
      .filter((id, index) => index > 0 && id <= uncited[index - 1]!)
      .map((id) => `${UNCITED_PATH}: "${id}" is not in sorted order, or there twice`),
  ]
}
