import { Source } from '../../src/match/source.ts'
import { vocabularyOf } from '../../src/match/view.ts'
import { languageOf } from '../../src/languages/all.ts'
import type { Cell, Ending, FileIr, FunctionIr, Instruction } from '../../src/taint/ir.ts'
import { lower } from '../../src/taint/lower/lower.ts'
import { loadGrammar } from '../../src/tree/grammar.ts'
import { parseText } from '../../src/tree/parse.ts'

/** Returns the intermediate form of a text. @param path its extension determines the language */
export async function lowerText(path: string, text: string): Promise<FileIr> {
  return lower(await sourceOf(path, text))
}

export async function sourceOf(path: string, text: string): Promise<Source> {
  const language = languageOf(path)!
  const grammar = await loadGrammar(language.grammar)
  const parsed = parseText(text, grammar, new Set(language.comments))!
  return new Source(parsed.tree, vocabularyOf(language, parsed.tree.kinds))
}

/** Returns a readable listing: a line for each instruction, a heading for each function. */
export function printFile(file: FileIr): string {
  const lines = file.functions.flatMap(printFunction)
  for (const one of file.classes) {
    const members = [
      ...one.fields.map(({ name, type }) => (type === undefined ? name : `${name}: ${type}`)),
      ...one.methods.map(({ name, function: id }) => `${name}=f${id}`),
    ]
    const above = one.supers.length === 0 ? '' : ` < ${one.supers.join(', ')}`
    lines.push(`class ${one.name}${above}${marks(one.marks)} { ${members.join('; ')} }`)
  }
  for (const { local, module, name, up } of file.imports) {
    lines.push(`import ${local} = ${module}#${name}${up === undefined ? '' : ` up ${up}`}`)
  }
  for (const { name, cell, from } of file.exports) {
    lines.push(`export ${name} = ${cell === undefined ? `${from?.module}#${from?.name}` : printCell(cell)}`)
  }
  if (file.package !== '') lines.unshift(`package ${file.package}`)
  if (file.unknown.length > 0) lines.push(`unknown ${file.unknown.join(', ')}`)
  return lines.join('\n')
}

function marks(all: readonly string[] | undefined): string {
  return (all ?? []).map((one) => ` @${one}`).join('')
}

export function printFunction(one: FunctionIr): string[] {
  const parameters = one.parameters.map(
    ({ register, name, isRest, type, marks: own }) =>
      `${isRest ? '...' : ''}${name}=r${register}${type === undefined ? '' : `: ${type}`}${marks(own)}`,
  )
  const head = [
    `f${one.id} ${one.kind}`,
    one.name,
    `(${parameters.join(', ')})`,
    one.receiver === -1 ? '' : `this=r${one.receiver}`,
    one.isGenerator === true ? 'generator' : '',
    one.returnType === undefined ? '' : `-> ${one.returnType}`,
    marks(one.marks).trim(),
  ]
  const lines = [head.filter((part) => part !== '').join(' ')]
  for (const [index, block] of one.blocks.entries()) {
    if (one.blocks.length > 1) lines.push(` b${index}${block.handler === undefined ? '' : ` !b${block.handler}`}:`)
    for (const instruction of block.instructions) lines.push(`  ${printInstruction(instruction)}`)
    lines.push(`  ${printEnding(block.ending)}`)
  }
  return lines
}

function printCell({ owner, name }: Cell): string {
  return `[${owner}.${name}]`
}

function list(registers: readonly number[]): string {
  return registers.map((one) => `r${one}`).join(' ')
}

/** Returns one instruction in readable form. */
export function printInstruction(one: Instruction): string {
  switch (one.op) {
    case 'constant':
      return `r${one.to} = ${JSON.stringify(one.value)}`
    case 'read':
      return `r${one.to} = r${one.from}`
    case 'assign':
      return `r${one.to} := r${one.from}`
    case 'combine':
      return `r${one.to} = ${one.kind}${one.operator === undefined ? '' : ` '${one.operator}'`} ${list(one.from)}`.trimEnd()
    case 'member':
      return `r${one.to} = r${one.object}${one.makes === true ? '!' : ''}.${one.key ?? '?'}${one.index === undefined ? '' : ` [r${one.index}]`}`
    case 'store':
      return `r${one.object}.${one.key ?? '?'}${one.index === undefined ? '' : ` [r${one.index}]`} := r${one.from}`
    case 'clear':
      return `r${one.object} cleared`
    case 'make': {
      const entries = one.entries.map(({ key, value }) => `${key ?? '?'}: r${value}`)
      const all = [...entries, ...one.all.map((value) => `...r${value}`)].join(', ')
      return `r${one.to} = ${one.isList === true ? `[${all}]` : `{${all}}`}`
    }
    case 'each':
      return `r${one.to} = each ${one.takes} r${one.from}`
    case 'call': {
      const given = one.arguments.map(
        ({ value, name, isSpread }) =>
          `${isSpread === true ? '...' : ''}${name === undefined ? '' : `${name}=`}r${value}`,
      )
      const on = one.receiver === -1 ? '' : ` on r${one.receiver}`
      const type = one.receiverType === undefined ? '' : `: ${one.receiverType}`
      const value = one.callee === -1 ? '' : ` by r${one.callee}`
      const how = `${one.isNew ? 'new ' : ''}${one.name === '' ? `?${one.method}` : one.name}`
      return `r${one.to} = ${how}(${given.join(', ')})${on}${type}${value}`
    }
    case 'function':
      return `r${one.to} = f${one.id}`
    case 'class':
      return `r${one.to} = class ${one.id}`
    case 'import':
      return `r${one.to} = ${one.module}#${one.name}`
    case 'load':
      return `r${one.to} = ${printCell(one.cell)}`
    case 'save':
      return `${printCell(one.cell)} := r${one.from}`
    case 'global':
      return `r${one.to} = global ${one.name}`
    case 'caught':
    default:
      return `r${one.to} = caught`
  }
}

function printEnding(ending: Ending): string {
  switch (ending.type) {
    case 'jump':
      return `-> b${ending.to}`
    case 'branch':
      return `r${ending.condition} ? b${ending.yes} : b${ending.no}`
    case 'choose':
      return `-> ${ending.to.map((to) => `b${to}`).join(' | ')}`
    case 'return':
      return `return r${ending.value}`
    case 'throw':
      return `throw r${ending.value}`
    case 'end':
    default:
      return 'end'
  }
}
