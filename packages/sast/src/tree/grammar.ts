import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Language, Parser } from 'web-tree-sitter'
import type { CompactTree } from './compact-tree.ts'
import { type CursorCalls, cursorCalls } from './cursor-calls.ts'
import { type Kinds, kindsOf } from './kinds.ts'
import type { Parsed } from './parse.ts'
import { READERS } from './readers.ts'
import { callsAsMacros, macrosAsCalls } from './rust-macros.ts'

/** A loaded grammar: a tree-sitter grammar, or a built-in reader. */
export type Grammar = WasmGrammar | OwnGrammar

export interface OwnGrammar {
  readonly kinds: Kinds
  /** @returns undefined for a text that exceeds a limit */
  readonly parse: (text: string) => Parsed | undefined
}

export interface WasmGrammar {
  readonly parser: Parser
  readonly calls: CursorCalls
  readonly kinds: Kinds
  /** Our number of a kind by the grammar's. */
  readonly ours: Uint16Array
  readonly rewriting?: Rewriting
}

/** A transformation of the text for a grammar without enough detail, and the conversion of its tree. */
export interface Rewriting {
  /** @returns a text of the same length */
  readonly before: (text: string) => string
  readonly after: (tree: CompactTree) => void
}

const REWRITINGS: Readonly<Partial<Record<string, Rewriting>>> = {
  rust: { before: macrosAsCalls, after: callsAsMacros },
}

const files = createRequire(import.meta.url)

/** Grammars of this package, in the folder `grammars`; `@vscode/tree-sitter-wasm` has all others. */
const BUNDLED: ReadonlySet<string> = new Set(['kotlin'])

const loaded = new Map<string, Promise<Grammar>>()
let started: Promise<CursorCalls> | undefined

/**
 * Returns a grammar by its name, e.g. `python`: loaded at first use, once per thread.
 * @throws {Error} for an unknown name
 */
export function loadGrammar(name: string): Promise<Grammar> {
  let grammar = loaded.get(name)
  if (grammar === undefined) {
    grammar = load(name)
    loaded.set(name, grammar)
  }
  return grammar
}

async function start(): Promise<CursorCalls> {
  // The options object becomes the module object.
  const module = { locateFile: () => files.resolve('web-tree-sitter/web-tree-sitter.wasm') }
  await Parser.init(module)
  return cursorCalls(module)
}

async function load(name: string): Promise<Grammar> {
  const reader = READERS[name]
  if (reader !== undefined) return await reader()
  started ??= start()
  const calls = await started
  const file = BUNDLED.has(name)
    ? new URL(`../../grammars/tree-sitter-${name}.wasm`, import.meta.url)
    : files.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)
  const language = await Language.load(await readFile(file))
  const parser = new Parser()
  parser.setLanguage(language)
  const rewriting = REWRITINGS[name]
  return { parser, calls, ...kindsOf(language), ...(rewriting === undefined ? {} : { rewriting }) }
}
