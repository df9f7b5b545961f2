import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const INSTALLED = join(import.meta.dirname, '../trees/node_modules')

/** How they come here. */
const HOW = 'npm install --prefix bench/trees --ignore-scripts --no-package-lock --no-audit --legacy-peer-deps'

/** Where sources of a language lie, and which of the files are meant. Declarations and bundles are none that people write. */
const SOURCES = {
  java: { folders: [join(INSTALLED, 'react-native')], wanted: /\.(?:java|kt)$/ },
  typescript: { folders: [join(INSTALLED, 'effect/src'), join(INSTALLED, 'rxjs/src')], wanted: /(?<!\.d)\.tsx?$/ },
  javascript: { folders: [join(INSTALLED, 'three/src'), join(INSTALLED, 'typeorm')], wanted: /(?<!\.min)\.js$/ },
  c: { folders: [join(INSTALLED, 'react-native/ReactCommon')], wanted: /\.(?:cpp|h|c|cc)$/ },
  python: { folders: pythonFolders(), wanted: /\.py$/ },
} as const

export type TreeKind = keyof typeof SOURCES

export interface BenchTree {
  readonly root: string
  readonly files: readonly string[]
  readonly bytes: number
}

/**
 * Copies sources into a folder of their own, so that nothing takes them for installed packages.
 * @param times copies of each file, in folders of their own
 * @param share of the files, evenly taken
 * @throws {Error} saying how they come to be on this machine
 */
export function layTree(root: string, kinds: readonly TreeKind[], times = 1, share = 1): BenchTree {
  const files: string[] = []
  let bytes = 0
  for (const kind of kinds) {
    const { folders, wanted } = SOURCES[kind]
    if (!isHere(kind)) throw new Error(`The sources of ${kind} are not here. ${HOW}`)
    const found = folders.flatMap((folder, at) =>
      filesUnder(folder, wanted).map((path) => ({ from: join(folder, path), to: join(kind, `${at}`, path) })),
    )
    const claimed = found.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share))
    for (let copy = 0; copy < times; copy++) {
      for (const { from, to } of claimed) {
        const path = join(`copy${copy}`, to)
        mkdirSync(dirname(join(root, path)), { recursive: true })
        copyFileSync(from, join(root, path))
        files.push(path)
        bytes += statSync(from).size
      }
    }
  }
  return { root, files, bytes }
}

/** Whether the sources of a language are on this machine. */
export function isHere(kind: TreeKind): boolean {
  const { folders } = SOURCES[kind]
  return folders.length > 0 && folders.every((folder) => existsSync(folder))
}

/** Runs something in a folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sast-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function filesUnder(folder: string, wanted: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/(?:^|\/)node_modules\//.test(path))
    .toSorted()
}

/** The library of the Python that Debian installs. */
function pythonFolders(): readonly string[] {
  const versions = existsSync('/usr/lib/python3')
    ? readdirSync('/usr/lib').filter((name) => /^python3\.\d+$/.test(name))
    : []
  return versions
    .toSorted()
    .slice(-1)
    .map((name) => join('/usr/lib', name))
}
