import type { ClassPart, Constant, FunctionPart, SourceFile } from './syntax/source-file.ts'

/** All that was read of a folder. */
export interface CodeBase {
  readonly files: readonly SourceFile[]
  /** Texts that are no code: prompts, manifests, settings. By path. */
  readonly texts: ReadonlyMap<string, string>
  readonly index: CodeIndex
}

/** Index of definitions by name. */
export interface CodeIndex {
  /** The file that a module is, seen from another. */
  readonly file: (module: string, from: SourceFile) => SourceFile | undefined
  /** Resolves an import to a file and the imported name; undefined: the file itself. */
  readonly imported: (local: string, from: SourceFile) => Imported | undefined
  /** The path of a text that code opens. */
  readonly text: (said: string, from: string) => string | undefined
  readonly functions: (name: string) => readonly Found<FunctionPart>[]
  readonly classes: (name: string) => readonly Found<ClassPart>[]
  /** Returns the first definition of each name in one file. */
  readonly own: (file: SourceFile) => OwnNames
}

export interface Imported {
  readonly file: SourceFile
  readonly name: string | undefined
}

/** Names of one file. */
export interface OwnNames {
  readonly constants: ReadonlyMap<string, Constant>
  readonly functions: ReadonlyMap<string, FunctionPart>
  readonly classes: ReadonlyMap<string, ClassPart>
}

export interface Found<What> {
  readonly what: What
  readonly file: SourceFile
}

/** File extension of `path`. */
const ENDING = /\.(?:d\.)?(?:[cm]?[jt]sx?|pyi?)$/

export function codeBaseOf(files: readonly SourceFile[], texts: ReadonlyMap<string, string>): CodeBase {
  const byModule = new Map<string, SourceFile>()
  for (const file of files) {
    const bare = file.path.replace(ENDING, '')
    for (const name of [bare, bare.replace(/\/(?:index|__init__)$/, '')]) {
      if (!byModule.has(name)) byModule.set(name, file)
    }
  }
  const byEnd = endings([...byModule.keys()])
  const textEnds = endings([...texts.keys()])
  const functions = grouped(files, ({ functions: own }) => own)
  const classes = grouped(files, ({ classes: own }) => own)
  const owns = new Map(files.map((file) => [file, ownNames(file)]))
  const fileOf = (module: string, from: SourceFile): SourceFile | undefined => {
    const path = modulePath(module, from)
    return path === undefined ? undefined : (byModule.get(path) ?? byModule.get(byEnd.get(path) ?? ''))
  }
  return {
    files,
    texts,
    index: {
      file: fileOf,
      imported: (local, from) => {
        const source = from.imports.get(local)
        if (source === undefined) return undefined
        const { module, name } = source
        // A name of a package may be a module in its folder: `from app.routers import chat`.
        const inner = from.language === 'python' && name !== '*' ? fileOf(submodule(module, name), from) : undefined
        if (inner !== undefined) return { file: inner, name: undefined }
        const file = fileOf(module, from)
        return file && { file, name: name === '*' ? undefined : name }
      },
      text: (said, from) => {
        const near = joinPath(folderOf(from), said)
        if (texts.has(near)) return near
        const bare = said.replace(/^(?:\.{0,2}\/)+/, '')
        return texts.has(bare) ? bare : textEnds.get(bare)
      },
      functions: (name) => functions.get(name) ?? [],
      classes: (name) => classes.get(name) ?? [],
      own: (file) => owns.get(file) ?? ownNames(file),
    },
  }
}

function submodule(module: string, name: string): string {
  return module.endsWith('.') ? `${module}${name}` : `${module}.${name}`
}

function ownNames({ constants, functions, classes }: SourceFile): OwnNames {
  return { constants: firsts(constants), functions: firsts(functions), classes: firsts(classes) }
}

function firsts<What extends { readonly name: string }>(all: readonly What[]): ReadonlyMap<string, What> {
  return new Map(all.toReversed().map((item) => [item.name, item]))
}

function grouped<What extends { readonly name: string }>(
  files: readonly SourceFile[],
  of: (file: SourceFile) => readonly What[],
): ReadonlyMap<string, readonly Found<What>[]> {
  return Map.groupBy(
    files.flatMap((file) => of(file).map((what) => ({ what, file }))),
    ({ what }) => what.name,
  )
}

/** Maximum number of path segments in a suffix. */
const ENDS_MAX = 6

/** Maps each path suffix to its path; ambiguous suffixes are left out. */
function endings(paths: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string | undefined>()
  for (const path of paths) {
    const parts = path.split('/')
    for (let length = 1; length <= Math.min(parts.length, ENDS_MAX); length += 1) {
      const end = parts.slice(-length).join('/')
      found.set(end, found.has(end) && found.get(end) !== path ? undefined : path)
    }
  }
  return new Map([...found].filter((item): item is [string, string] => item[1] !== undefined))
}

function modulePath(module: string, from: SourceFile): string | undefined {
  if (from.language === 'python') {
    const dots = /^\.*/.exec(module)![0].length
    const rest = module.slice(dots).replaceAll('.', '/')
    if (dots === 0) return rest
    let folder = folderOf(from.path)
    for (let up = 1; up < dots; up += 1) folder = folderOf(folder)
    return joinPath(folder, rest)
  }
  const bare = module.replace(ENDING, '')
  if (bare.startsWith('.')) return joinPath(folderOf(from.path), bare)
  // Short ways to the source of the project itself.
  return /^(?:@|~|src|#)\//.test(bare) ? bare.replace(/^(?:@|~|#)\//, '') : undefined
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

/** A path in the folder; `..` does not lead out of it. */
export function joinPath(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
