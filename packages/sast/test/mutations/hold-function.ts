import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import type { Finding, Group, Program } from './group.ts'
import { placesOf } from './sites.ts'

/** Assignment of a function to a variable, by language. */
const HELD: Readonly<Record<string, (name: string, of: string) => string>> = {
  go: (name, of) => `${name} := ${of}\n`,
  javascript: (name, of) => `const ${name} = ${of}\n`,
  python: (name, of) => `${name} = ${of}\n`,
  typescript: (name, of) => `const ${name} = ${of}\n`,
}

/** Calls functions of modules that rules find through a variable. */
export function holdFunction(
  code: Code,
  program: Program,
  group: Group,
  before: readonly Finding[],
): Mutated | undefined {
  const current = HELD[code.language.name]
  if (current === undefined) return undefined
  const draft = new Draft(program, code.file)
  let count = 0
  for (const { statement, call, verdicts } of placesOf(code, group, before)) {
    const callee = code.child(call, 'function')
    if (callee === -1 || !verdicts.some(({ finding }) => finding !== undefined)) continue
    const text = code.textOf(callee)
    // Only functions of a module work without their object.
    const [, module] = /^(\w+)\.\w+$/.exec(text) ?? []
    if (module === undefined || !isModule(code, module)) continue
    const start = code.start(statement)
    draft.open({ start, end: code.end(statement), rules: new Set(verdicts.map(({ rule }) => rule)) })
    const name = `held${(count += 1)}`
    if (draft.replace(code.start(callee), code.end(callee), { text: name, of: [code.start(callee), code.end(callee)] }))
      draft.insert(start, current(name, text) + code.indentAt(start))
    draft.close()
  }
  return draft.count === 0 ? undefined : draft.done()
}

function isModule(code: Code, name: string): boolean {
  const { text } = code
  if (code.language.name === 'go') return new RegExp(`"(?:[\\w./-]+/)?${name}"`).test(text)
  return new RegExp(
    `^import (?:\\* as )?${name}\\b|^const ${name} = require\\(|^import [\\w.]+ as ${name}\\b`,
    'm',
  ).test(text)
}
