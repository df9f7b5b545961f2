import { parseSync } from 'oxc-parser'
import type { Problem } from '../lib/problem.ts'
import type { TextFile, Tree } from './rule.ts'

const SOURCES = 'apps/console/src/'
const CATALOGUE = `${SOURCES}messages/`

/** Attributes and properties with text for people. */
const TEXT_NAMES: ReadonlySet<string> = new Set(
  'title label aria-label aria-description placeholder help hint intro note alt doing advice add copyLabel nameHelp removal removed what words'.split(
    ' ',
  ),
)
/** Attributes and properties with identifiers, regardless of their format. */
const MACHINE_NAMES: ReadonlySet<string> = new Set(['className', 'id', 'key', 'queryKey', 'rel'])
/** Functions with class names, selectors or event names as arguments. */
const MACHINE_CALLS = /(?:^cx|\.(?:closest|split|querySelector|querySelectorAll|addEventListener|removeEventListener))$/
/** Functions that show their first argument. */
const TEXT_CALLS = /^(?:toast|setNotice|Error)$/

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

type TextRole = 'text' | 'machine' | 'any'

/** Reports display text in the console outside of its message catalogue, where all text is reviewed. */
export function consoleText({ files }: Tree): Problem[] {
  return files.flatMap((file) => {
    if (!file.path.startsWith(SOURCES) || file.path.startsWith(CATALOGUE) || file.parsed === undefined) return []
    return findText(file)
  })
}

function findText({ path, text }: TextFile): Problem[] {
  const problems: Problem[] = []
  const report = (node: Node, found: string): void => {
    const line = text.slice(0, node.start).split('\n').length
    const shown = found.trim().replaceAll(/\s+/g, ' ').slice(0, 40)
    problems.push({ path, line, message: `"${shown}" is text for people: move it to ${CATALOGUE}` })
  }
  const visit = (node: Node, place: TextRole): void => {
    const found = textOf(node, place)
    if (found !== undefined) report(node, found)
    for (const [child, at] of childrenOf(node, place, text)) visit(child, at)
  }
  const { program } = parseSync(path, text, { sourceType: 'module' })
  for (const [child, at] of each(program.body, 'any')) visit(child, at)
  return problems
}

/** Returns the display text of a node; undefined without one. */
function textOf(node: Node, place: TextRole): string | undefined {
  if (node.type === 'JSXText') return hasLetter(String(node['value'])) ? String(node['value']) : undefined
  const value = node.type === 'Literal' ? node['value'] : node.type === 'TemplateLiteral' ? joined(node) : undefined
  if (typeof value !== 'string' || place === 'machine' || isPath(value)) return undefined
  return (place === 'text' ? hasLetter(value) : isProse(value)) ? value : undefined
}

/** The fixed parts of a template. */
function joined({ quasis }: Node): string {
  return (quasis as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join('…')
}

/** Returns the child nodes that may contain display text, with their context. */
function childrenOf(node: Node, place: TextRole, source: string): (readonly [Node, TextRole])[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAnnotation':
    case 'TSTypeParameterInstantiation':
      return []
    case 'JSXAttribute':
      return attributeOf(node)
    case 'Property':
      return each(node['value'], textRole(nameOf(node['key'])))
    case 'JSXExpressionContainer':
      return each(node['expression'], place === 'any' ? 'text' : place)
    case 'BinaryExpression':
      return all(node, node['operator'] === '+' ? place : 'machine')
    case 'ConditionalExpression':
      return [...each(node['test'], 'any'), ...each(node['consequent'], place), ...each(node['alternate'], place)]
    case 'LogicalExpression':
      return [...each(node['left'], node['operator'] === '&&' ? 'any' : place), ...each(node['right'], place)]
    case 'SwitchCase':
      return each(node['consequent'], 'any')
    case 'MemberExpression':
      return [...each(node['object'], 'any'), ...each(node['property'], 'machine')]
    case 'CallExpression':
    case 'NewExpression':
      return callOf(node, source)
    case 'TemplateLiteral':
      return each(node['expressions'], place)
    case 'ArrowFunctionExpression':
      return each(node['body'], place)
    default:
      return all(node, 'any')
  }
}

function attributeOf(node: Node): (readonly [Node, TextRole])[] {
  const place = textRole(nameOf(node['name']))
  const { value } = node as { readonly value?: unknown }
  return each(isNode(value) && value.type === 'JSXExpressionContainer' ? value['expression'] : value, place)
}

function callOf(node: Node, source: string): (readonly [Node, TextRole])[] {
  const callee = node['callee'] as Node & { readonly end: number }
  const name = source.slice(callee.start, callee.end)
  const rest = MACHINE_CALLS.test(name) ? 'machine' : 'any'
  return [
    ...each(callee, 'any'),
    ...(node['arguments'] as readonly Node[]).map(
      (item, at) => [item, at === 0 && TEXT_CALLS.test(name) ? 'text' : rest] as const,
    ),
  ]
}

const textRole = (name: string): TextRole =>
  TEXT_NAMES.has(name) ? 'text' : MACHINE_NAMES.has(name) ? 'machine' : 'any'

function nameOf(key: unknown): string {
  const { name, value } = key as { readonly name?: unknown; readonly value?: unknown }
  return String(name ?? value)
}

function all(node: Node, place: TextRole): (readonly [Node, TextRole])[] {
  return Object.values(node).flatMap((member) => each(member, place))
}

function each(member: unknown, place: TextRole): (readonly [Node, TextRole])[] {
  const members: readonly unknown[] = Array.isArray(member) ? member : [member]
  return members.flatMap((item) => (isNode(item) ? [[item, place] as const] : []))
}

const isNode = (member: unknown): member is Node =>
  typeof member === 'object' && member !== null && 'type' in member && typeof member.type === 'string'

/** Path of the console or of a service, which may be displayed unchanged. */
const isPath = (value: string): boolean => /^\/[\w…/?=&.-]*$/.test(value)

const hasLetter = (value: string): boolean => /\p{L}/u.test(value)

/** A capitalized word or a phrase of several words; not a class list, a selector, a path or a pattern. */
function isProse(value: string): boolean {
  if (!hasLetter(value) || isMachineList(value)) return false
  return /^\p{Lu}\p{Ll}+$/u.test(value) || /\p{L}[\p{L},.:;!?’”)]*\s+[“(]?\p{L}/u.test(value)
}

/** Class lists, selectors and command options: at least one word has a character that sentences do not contain. */
function isMachineList(value: string): boolean {
  if (/^-{1,2}[A-Za-z]/.test(value)) return true
  return (
    !/\p{Lu}|[.?!]\s|\.$/u.test(value) &&
    value.split(/\s/).some((word) => /^(?:[\w!-]+[-:[(]\S|[[(][\w-]+[=:])/.test(word))
  )
}
