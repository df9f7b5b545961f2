import { posix } from 'node:path'
import { isOutsideProduction, type ProductionFiles } from '../path-class.ts'
import { sourceLanguageOf } from '../source-languages.ts'
import type { SourceTree } from '../tree.ts'
import { foldersAbove, importPathsIn } from './specifiers.ts'
import { TypeIndex } from './type-index.ts'

/** Static analysis reads no larger file, and reports it as not analysed. */
const FILE_BYTES_MAX = 5 * 1024 * 1024
/** Own limit for files that declare a module or package. */
const MANIFEST_BYTES_MAX = 1_048_576
const SHEBANG_BYTES_MAX = 200

/** Languages with the same import statements. */
const FAMILIES: Readonly<Record<string, string>> = {
  typescript: 'javascript',
  tsx: 'javascript',
  cpp: 'c',
  'c-header': 'c',
  kotlin: 'java',
}
const PAGES = /\.(?:vue|svelte|astro|ejs)$/i
const INTERPRETERS = /^#!.{0,100}\b(node|ts-node|tsx|deno|bun|python|php|ruby|(?:ba|z|k|da)?sh)/
const BY_INTERPRETER: Readonly<Record<string, string>> = { python: 'python', php: 'php', ruby: 'ruby' }
/** Test configuration files. They are only part of the program if the program imports them. */
const TEST_SETTINGS =
  /(?:^|\/)(?:\.?(?:jest|vitest|playwright|cypress|karma|wdio|mocha|ava|nyc|protractor|testcafe|nightwatch)(?:[.-][\w-]+)?[.-](?:conf|config|setup|workspace)\.[mc]?[jt]s|\.mocharc\.[mc]?js|setupTests\.[jt]sx?|Rakefile|noxfile\.py)$|(?:^|\/)\.storybook\//
/** Languages that import types by name. */
const BY_NAME: ReadonlySet<string> = new Set(['java', 'csharp', 'php'])

interface Source {
  readonly tree: SourceTree
  /** All files that neither a manifest nor the path makes production code. */
  readonly others: ReadonlySet<string>
  readonly byFolder: ReadonlyMap<string, readonly string[]>
  readonly types: TypeIndex
  /** Files of Go packages by import path. */
  readonly goPackages: ReadonlyMap<string, readonly string[]>
  /** Entry files of npm packages by name, and by folder with a trailing `/`. */
  readonly packages: ReadonlyMap<string, readonly string[]>
}

/**
 * Returns the files outside of production code that production code imports, directly or through other files. Each file is
 * read once, one at a time.
 * @param entries entry points of manifests, which are production code in any folder
 * @param packages entry files of npm packages outside of production code, by name and by folder with a trailing `/`
 */
export async function importedFilesIn(
  tree: SourceTree,
  paths: ReadonlySet<string>,
  entries: ProductionFiles,
  packages: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlySet<string>> {
  const isOther = (path: string): boolean => isOutsideProduction(path) && !entries.has(path)
  const others = new Set([...paths].filter((path) => familyOf(path) !== undefined && isOther(path)))
  const found = new Set<string>()
  if (others.size === 0) return found
  const source = await sourceOf(tree, paths, others, packages)
  const families = new Set([...others].map((path) => familyOf(path)))
  const waiting: string[] = []
  const follow = async (path: string): Promise<void> => {
    for (const target of await importsOf(source, path, families)) {
      if (found.has(target)) continue
      found.add(target)
      waiting.push(target)
    }
  }
  for (const path of paths) {
    if (entries.has(path) || !(isOutsideProduction(path) || TEST_SETTINGS.test(path))) await follow(path)
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await follow(next)
  return found
}

async function sourceOf(
  tree: SourceTree,
  paths: ReadonlySet<string>,
  outside: ReadonlySet<string>,
  packages: ReadonlyMap<string, readonly string[]>,
): Promise<Source> {
  // Production code may import the settings of tests, which import tests.
  const others = new Set([...outside, ...[...paths].filter((path) => TEST_SETTINGS.test(path))])
  const byFolder = new Map<string, string[]>()
  const types = new TypeIndex()
  for (const path of others) {
    const folder = posix.dirname(path)
    const files = byFolder.get(folder)
    if (files === undefined) byFolder.set(folder, [path])
    else files.push(path)
    const family = familyOf(path)
    if (family !== undefined && BY_NAME.has(family)) types.add(path, family, await textOf(tree, path))
  }
  return { tree, others, byFolder, types, goPackages: await goPackagesIn(tree, paths, byFolder), packages }
}

/** Returns the imported files of one file that are not production code. */
async function importsOf(
  source: Source,
  path: string,
  families: ReadonlySet<string | undefined>,
): Promise<ReadonlySet<string>> {
  const { tree, others, types, packages } = source
  const found = new Set<string>()
  const family = familyOf(path) ?? (await familyOfScript(tree, path))
  if (family === undefined || !families.has(family)) return found
  const text = await textOf(tree, path)
  const add = (target: string): void => {
    if (target !== path && others.has(target)) found.add(target)
  }
  for (const target of importPathsIn(path, family, text)) {
    add(target)
    for (const file of packages.get(`${target}/`) ?? []) add(file)
  }
  if (BY_NAME.has(family)) for (const target of types.filesNamedIn(family, text)) add(target)
  if (family === 'javascript')
    for (const file of packageNamesIn(text).flatMap((name) => packages.get(name) ?? [])) add(file)
  if (family === 'go') {
    const literals = new Set([...text.matchAll(/["`]([\w./~-]{1,300})["`]/g)].map(([, name = '']) => name))
    for (const file of [...literals].flatMap((name) => source.goPackages.get(name) ?? [])) add(file)
  }
  if (family === 'hcl') {
    for (const [, folder = ''] of text.matchAll(/\bsource\s*=\s*"(\.{1,2}\/[^"\n]{0,300})"/g)) {
      for (const target of filesIn(source, posix.join(posix.dirname(path), folder))) add(target)
    }
  }
  return found
}

function packageNamesIn(text: string): readonly string[] {
  const names = /\b(?:from|import|require)\s{0,20}\(?\s{0,20}(['"`])((?:@[\w.-]{1,100}\/)?[\w.-]{1,100})\1/g
  return [...new Set([...text.matchAll(names)].map(([, , name = '']) => name))]
}

/** A Go package is a folder without its tests. The folder may belong to a module in any parent folder. */
async function goPackagesIn(
  tree: SourceTree,
  paths: ReadonlySet<string>,
  byFolder: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const modules = new Map<string, string>()
  for (const path of paths) {
    if (posix.basename(path) !== 'go.mod') continue
    const module = /^module[ \t]+"?([^\s"]{1,300})/m.exec(await textOf(tree, path, MANIFEST_BYTES_MAX))?.[1]
    if (module !== undefined) modules.set(posix.dirname(path), module)
  }
  const packages = new Map<string, string[]>()
  for (const [folder, all] of modules.size === 0 ? [] : byFolder) {
    const files = all.filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'))
    if (files.length === 0) continue
    for (const above of foldersAbove(posix.join(folder, 'x'))) {
      const module = modules.get(above)
      if (module === undefined) continue
      const name = posix.join(module, posix.relative(above, folder))
      const found = packages.get(name) ?? []
      packages.set(name, found)
      for (const path of files) found.push(path)
    }
  }
  return packages
}

function filesIn({ byFolder }: Source, folder: string): readonly string[] {
  return byFolder.get(folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder) ?? []
}

function familyOf(path: string): string | undefined {
  const language = sourceLanguageOf(path)
  if (language !== undefined) return FAMILIES[language] ?? language
  return PAGES.test(path) ? 'javascript' : undefined
}

/** Returns the language family of a script without an extension, by its interpreter. */
async function familyOfScript(tree: SourceTree, path: string): Promise<string | undefined> {
  if (posix.extname(path) !== '') return undefined
  const name = INTERPRETERS.exec(await textOf(tree, path, SHEBANG_BYTES_MAX))?.[1]
  if (name === undefined) return undefined
  return BY_INTERPRETER[name] ?? (name.endsWith('sh') ? 'bash' : 'javascript')
}

/** Returns the text without NUL, which UTF-16 and UTF-32 have between ASCII characters; nothing for unreadable files. */
async function textOf(tree: SourceTree, path: string, bytes_max: number = FILE_BYTES_MAX): Promise<string> {
  try {
    return Buffer.from(await tree.read(path, bytes_max))
      .toString('utf8')
      .replaceAll('\0', '')
  } catch {
    return ''
  }
}
