import type { TreeFile } from '@gatehouse/scan-engine'
import { MANIFESTS } from '../manifests/all.ts'
import type { ManifestParser } from '../manifests/parser.ts'
import { baseOf, meets } from '../manifests/read/paths.ts'

/** A file of the tree with the parser that reads it. */
export interface Selected {
  readonly file: TreeFile
  readonly parser: ManifestParser
}

/** Folders of installed packages: their manifests contain requirements, not installed versions. */
const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|site-packages|\.venv|venv|\.tox|\.gradle|\.m2|Pods)\//

const BY_NAME = new Map<string, ManifestParser>()
const GLOBS: { readonly glob: string; readonly parser: ManifestParser }[] = []
for (const parser of MANIFESTS) {
  for (const name of parser.names) {
    if (name.includes('*') || name.includes('/')) GLOBS.push({ glob: name, parser })
    else BY_NAME.set(name, parser)
  }
}

/** The files of a tree that name packages, in its order. */
export function manifestsOf(files: readonly TreeFile[]): readonly Selected[] {
  return files.flatMap((file) => {
    const parser = parserOf(file.path)
    return parser === undefined || INSTALLED.test(file.path) ? [] : [{ file, parser }]
  })
}

/** The parser that reads files of this name. */
export function parserOf(path: string): ManifestParser | undefined {
  return BY_NAME.get(baseOf(path)) ?? GLOBS.find(({ glob }) => meets(path, glob))?.parser
}
