import { posix } from 'node:path'
import { withConstants, withoutCommentLines, withoutComments, withoutDocstrings } from './code-text.ts'

/** Own limits for the parent folders in which modules are looked up, and for the names in one statement. */
const ABOVE_MAX = 16
const NAMES_MAX = 200

const JAVASCRIPT = ['.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx', '.mts', '.cts', '.es6', '.jsm', '.vue', '.svelte']
const JAVASCRIPT_ENDINGS = ['', ...JAVASCRIPT, ...JAVASCRIPT.map((item) => `/index${item}`)]
const C_SOURCES = ['.c', '.cc', '.cpp', '.cxx', '.c++']

/** Returns paths that a file may import, by the statements of its language; most of these paths do not exist. */
export function importPathsIn(path: string, language: string, text: string): Iterable<string> {
  return READERS[language]?.(path, text) ?? []
}

const READERS: Readonly<Record<string, (path: string, text: string) => Iterable<string>>> = {
  javascript: importsOfJavaScript,
  python: importsOfPython,
  php: importsOfPhp,
  ruby: importsOfRuby,
  c: importsOfC,
  rust: importsOfRust,
  bash: importsOfShell,
}

/** Returns the folder of a file and the folders above. */
export function* foldersAbove(path: string): Iterable<string> {
  let folder = posix.dirname(path)
  for (let count = 0; count < ABOVE_MAX && folder !== '.'; count += 1) {
    yield folder
    folder = posix.dirname(folder)
  }
  yield '.'
}

/** Any relative literal is an import, because the loading function may have any name. */
function* importsOfJavaScript(path: string, input: string): Iterable<string> {
  const folder = posix.dirname(path)
  const text = withConstants(withoutCommentLines(input)).replace(/\$\{(?:__dirname|import\.meta\.dirname)\}/g, '.')
  for (const [, , name = ''] of text.matchAll(/(['"`])(\.{1,2}(?:\/[^'"`\n?#]{0,300})?)(?:[?#][^'"`\n]{0,300})?\1/g)) {
    yield* javaScriptFiles(posix.join(folder, name))
  }
  for (const [, parts = ''] of text.matchAll(/(?:__dirname|import\.meta\.dirname)\s{0,20}[,+]([^()\n]{1,300})/g)) {
    yield* javaScriptFiles(posix.join(folder, literalsIn(parts).join('/')))
  }
  const bare = /\b(?:from|import|require)\s{0,20}\(?\s{0,20}(['"`])([@~#]?[\w-]{0,100}\/[\w./@-]{1,300})\1/g
  for (const [, , name = ''] of text.matchAll(bare)) {
    const alias = /^[@~#][\w-]*\/(.+)$/.exec(name)?.[1]
    const names = [name.replace(/^#/, ''), ...(alias === undefined ? [] : [alias])]
    for (const above of foldersAbove(path)) {
      for (const item of names) yield* javaScriptFiles(posix.join(above, item))
    }
  }
}

/** TypeScript imports `run.ts` as `run.js`. */
function* javaScriptFiles(path: string): Iterable<string> {
  const base = path.endsWith('/') ? path.slice(0, -1) : path
  for (const ending of JAVASCRIPT_ENDINGS) yield base + ending
  const written = /^(.+)\.([mc]?)js(x?)$/.exec(base)
  if (written !== null) for (const ending of ['ts', 'tsx', 'mts', 'cts']) yield `${written[1]}.${ending}`
}

function* importsOfPython(path: string, input: string): Iterable<string> {
  const text = withConstants(withoutDocstrings(input)).replace(/\\\r?\n/g, ' ')
  const from =
    /(?:^|[;:])[ \t]*from[ \t]+(\.{0,10})[ \t]*([\w.]{0,300})[ \t]+import[ \t]*(\([^)]{0,10000}|[^\n;]{0,2000})/gm
  for (const [, dots = '', module = '', names = ''] of text.matchAll(from)) {
    const imported = (names.match(/\w+/g) ?? []).slice(0, NAMES_MAX)
    const below = module === '' ? '' : `${module}.`
    for (const item of [module, ...imported.map((name) => below + name)]) yield* pythonFiles(path, dots.length, item)
  }
  for (const [, list = ''] of text.matchAll(/(?:^|[;:])[ \t]*import[ \t]+([^\n;]{1,2000})/gm)) {
    for (const item of list.split(',').slice(0, NAMES_MAX)) {
      const module = /^\s*([\w.]+)/.exec(item)?.[1] ?? ''
      for (let at = module.indexOf('.'); at !== -1; at = module.indexOf('.', at + 1)) {
        yield* pythonFiles(path, 0, module.slice(0, at))
      }
      yield* pythonFiles(path, 0, module)
    }
  }
  const loaded =
    /\b(?:import_module|__import__|import_string|run_module|include|find_spec)\s{0,20}\(\s{0,20}['"](\.{0,10})([\w.]{1,300})['"]/g
  for (const [, dots = '', module = ''] of text.matchAll(loaded)) yield* pythonFiles(path, dots.length, module)
  for (const [, name = ''] of text.matchAll(
    /\b(?:run_path|open|spec_from_file_location)\s{0,20}\([^()\n]{0,100}['"]([^'"\n]{1,300}\.py)['"]/g,
  )) {
    for (const above of foldersAbove(path)) yield posix.join(above, name)
  }
}

function* pythonFiles(path: string, level: number, module: string): Iterable<string> {
  const name = module.replaceAll('.', '/')
  const folders = level === 0 ? [...foldersAbove(path)] : [posix.join(posix.dirname(path), '../'.repeat(level - 1))]
  for (const folder of folders) {
    for (const below of level === 0 ? ['', 'src', 'lib'] : ['']) {
      const base = posix.join(folder, below, name)
      yield `${base}.py`
      yield posix.join(base, '__init__.py')
    }
  }
}

function* importsOfPhp(path: string, input: string): Iterable<string> {
  const text = withConstants(withoutCommentLines(input))
  for (const [, expression = ''] of text.matchAll(/\b(?:include|require)(?:_once)?\b([^;]{1,400})/gi)) {
    yield* filesBelow(path, literalsIn(expression).join(''), [''], [''])
  }
}

function* importsOfRuby(path: string, text: string): Iterable<string> {
  for (const line of text.split('\n')) {
    const expression = /\b(?:require_relative|require|load|autoload)\b(.{1,400})/.exec(line)?.[1]
    if (expression === undefined || line.trimStart().startsWith('#')) continue
    const name = literalsIn(expression).join('/')
    yield* filesBelow(path, name, ['', '.rb'], ['', 'lib', 'app'])
    // `File.expand_path('../x', __FILE__)` starts at the file.
    if (expression.includes('__FILE__')) yield* [posix.join(path, name), `${posix.join(path, name)}.rb`]
  }
}

function* importsOfC(path: string, text: string): Iterable<string> {
  for (const [, name = ''] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]{1,300})[">]/gm)) {
    const stem = name.replace(/\.\w{1,4}$/, '')
    for (const item of [name, ...C_SOURCES.map((ending) => stem + ending)]) {
      yield* filesBelow(path, item, [''], ['', 'include', 'src'])
    }
  }
}

function* importsOfRust(path: string, input: string): Iterable<string> {
  const text = withoutComments(input)
  const folder = posix.dirname(path)
  for (const { 0: all, 1: name = '', index } of text.matchAll(/\bmod\s+(\w+)\s*;/g)) {
    const before = text.slice(Math.max(0, index - 200), index)
    const attributes = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('}')) + 1)
    if (/cfg\s*\(\s*test\b/.test(attributes) || all === '') continue
    const named = /\bpath\s*=\s*"([^"\n]{1,300})"/.exec(attributes)?.[1]
    if (named !== undefined) yield posix.join(folder, named)
    for (const below of ['', posix.basename(path, '.rs')]) {
      yield* [posix.join(folder, below, `${name}.rs`), posix.join(folder, below, name, 'mod.rs')]
    }
  }
  for (const [, name = ''] of text.matchAll(/\binclude!\s*\(\s*"([^"\n]{1,300})"/g)) yield posix.join(folder, name)
}

function* importsOfShell(path: string, text: string): Iterable<string> {
  const runs =
    /(?:^|[;&|(])[ \t]*(?:source|\.|exec|(?:ba|k|z|da)?sh)[ \t]+["']?(?:\$[^/\n]{1,100}\/)?([\w./-]{1,300})/gm
  for (const [, name = ''] of text.matchAll(runs)) yield* filesBelow(path, name, [''], [''])
}

function* filesBelow(
  path: string,
  name: string,
  endings: readonly string[],
  folders: readonly string[],
): Iterable<string> {
  if (name === '') return
  for (const above of foldersAbove(path)) {
    for (const below of folders) for (const ending of endings) yield posix.join(above, below, name + ending)
  }
}

function literalsIn(expression: string): readonly string[] {
  return [...expression.matchAll(/(['"`])([^'"`\n]{1,300})\1/g)].map(([, , text = '']) => text)
}
