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
  for (const item of file.classes) {
    const members = [
      ...item.fields.map(({ name, type }) => (type === undefined ? name : `${name}: ${type}`)),
      ...item.methods.map(({ name, function: id }) => `${name}=f${id}`),
    ]
    const above = item.supers.length === 0 ? '' : ` < ${item.supers.join(', ')}`
    lines.push(`class ${item.name}${above}${marks(item.marks)} { ${members.join('; ')} }`)
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
  return (all ?? []).map((item) => ` @${item}`).join('')
}

export function printFunction(functionIr: FunctionIr): string[] {
  const parameters = functionIr.parameters.map(
    ({ register, name, isRest, type, marks: own }) =>
      `${isRest ? '...' : ''}${name}=r${register}${type === undefined ? '' : `: ${type}`}${marks(own)}`,
  )
  const head = [
    `f${functionIr.id} ${functionIr.kind}`,
    functionIr.name,
    `(${parameters.join(', ')})`,
    functionIr.receiver === -1 ? '' : `this=r${functionIr.receiver}`,
    functionIr.isGenerator === true ? 'generator' : '',
    functionIr.returnType === undefined ? '' : `-> ${functionIr.returnType}`,
    marks(functionIr.marks).trim(),
  ]
  const lines = [head.filter((part) => part !== '').join(' ')]
  for (const [index, block] of functionIr.blocks.entries()) {
    if (functionIr.blocks.length > 1)
      lines.push(` b${index}${block.handler === undefined ? '' : ` !b${block.handler}`}:`)
    for (const instruction of block.instructions) lines.push(`  ${printInstruction(instruction)}`)
    lines.push(`  ${printEnding(block.ending)}`)
  }
  return lines
}

function printCell({ owner, name }: Cell): string {
  return `[${owner}.${name}]`
}

function list(registers: readonly number[]): string {
  return registers.map((register) => `r${register}`).join(' ')
}

/** Returns one instruction in readable form. */
export function printInstruction(instruction: Instruction): string {
  switch (instruction.op) {
    case 'constant':
      return `r${instruction.to} = ${JSON.stringify(instruction.value)}`
    case 'read':
      return `r${instruction.to} = r${instruction.from}`
    case 'assign':
      return `r${instruction.to} := r${instruction.from}`
    case 'combine':
      return `r${instruction.to} = ${instruction.kind}${instruction.operator === undefined ? '' : ` '${instruction.operator}'`} ${list(instruction.from)}`.trimEnd()
    case 'member':
      return `r${instruction.to} = r${instruction.object}${instruction.makes === true ? '!' : ''}.${instruction.key ?? '?'}${instruction.index === undefined ? '' : ` [r${instruction.index}]`}`
    case 'store':
      return `r${instruction.object}.${instruction.key ?? '?'}${instruction.index === undefined ? '' : ` [r${instruction.index}]`} := r${instruction.from}`
    case 'clear':
      return `r${instruction.object} cleared`
    case 'make': {
      const entries = instruction.entries.map(({ key, value }) => `${key ?? '?'}: r${value}`)
      const all = [...entries, ...instruction.all.map((value) => `...r${value}`)].join(', ')
      return `r${instruction.to} = ${instruction.isList === true ? `[${all}]` : `{${all}}`}`
    }
    case 'each':
      return `r${instruction.to} = each ${instruction.takes} r${instruction.from}`
    case 'call': {
      const values = instruction.arguments.map(
        ({ value, name, isSpread }) =>
          `${isSpread === true ? '...' : ''}${name === undefined ? '' : `${name}=`}r${value}`,
      )
      const on = instruction.receiver === -1 ? '' : ` on r${instruction.receiver}`
      const type = instruction.receiverType === undefined ? '' : `: ${instruction.receiverType}`
      const value = instruction.callee === -1 ? '' : ` by r${instruction.callee}`
      const how = `${instruction.isNew ? 'new ' : ''}${instruction.name === '' ? `?${instruction.method}` : instruction.name}`
      return `r${instruction.to} = ${how}(${values.join(', ')})${on}${type}${value}`
    }
    case 'function':
      return `r${instruction.to} = f${instruction.id}`
    case 'class':
      return `r${instruction.to} = class ${instruction.id}`
    case 'import':
      return `r${instruction.to} = ${instruction.module}#${instruction.name}`
    case 'load':
      return `r${instruction.to} = ${printCell(instruction.cell)}`
    case 'save':
      return `${printCell(instruction.cell)} := r${instruction.from}`
    case 'global':
      return `r${instruction.to} = global ${instruction.name}`
    case 'caught':
    default:
      return `r${instruction.to} = caught`
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
