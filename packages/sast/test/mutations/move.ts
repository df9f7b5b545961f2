import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { extractCalls } from './extract-call.ts'
import { factsOf } from './facts/all.ts'
import type { Finding, Group, Program } from './group.ts'
import { moveHelper, movedFile } from './helper.ts'

/** Extracts matched calls into functions of a second file. */
export function move(code: Code, program: Program, group: Group, before: readonly Finding[]): Mutated | undefined {
  const file = factsOf(code.language)!.extract.helper?.file
  if (file === undefined) return undefined
  const draft = new Draft(program, code.file)
  const names: string[] = []
  extractCalls(code, group, before, draft, true, (created, _place, name) => {
    if (names.length === 0) draft.append(movedFile(code), ...headOf(code))
    names.push(name)
    moveHelper(code, created, draft)
    return true
  })
  if (names.length === 0) return undefined
  draft.close()
  draft.append(movedFile(code), file.close)
  const imports = file.importOf(names, code)
  if (imports !== '') draft.insert(importPlace(code), imports)
  return draft.done()
}

/** Returns the start of a second file: the same imports. */
function headOf(code: Code): readonly string[] {
  const { open, imports } = factsOf(code.language)!.extract.helper!.file!
  const own = code
    .named(0)
    .filter((node) => imports.includes(code.kind(node)) || isRequire(code, node))
    .map((node) => `${code.textOf(node)}\n`)
  const isClass = factsOf(code.language)!.extract.helper!.place === 'class'
  return [open(code), ...own, ...(isClass ? ['\nclass Moved {\n'] : ['\n'])]
}

/** `const a = require('b')` and the like are imports, too. */
function isRequire(code: Code, node: number): boolean {
  return /^(?:(?:const|let|var) [^=]+= )?require(?:_relative)?[ (]['"][^'"]+['"]\)?;?$/.test(code.textOf(node))
}

/** Returns the location before the first statement after the file header. */
function importPlace(code: Code): number {
  const kinds = /^(?:php_tag|hash_bang_line|namespace_definition|comment|package_clause)$/
  const isDoc = (node: number): boolean => /^(?:"""|'use strict'|declare\()/.test(code.textOf(node))
  const first = code.children(0).find((node) => code.isNamed(node) && !kinds.test(code.kind(node)) && !isDoc(node))
  return first === undefined ? 0 : code.start(first)
}
