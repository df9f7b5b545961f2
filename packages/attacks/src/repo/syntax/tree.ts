import type { Token } from './token.ts'

/** Content of a pair of brackets. */
export interface Group {
  readonly kind: 'group'
  readonly open: '(' | '[' | '{'
  readonly items: readonly Node[]
  readonly line: number
  /** Of the opening bracket. */
  readonly at: number
  /** Position after the closing bracket, or the end of the file without one. */
  readonly end: number
}

/** Code structured by brackets: enough to extract facts, independent of the grammar. */
export type Node = Token | Group

/** Maximum bracket depth. Deeper brackets are ignored: hand-written code has about ten levels. */
export const DEPTH_MAX = 120

const CLOSES: Readonly<Record<string, Group['open']>> = { ')': '(', ']': '[', '}': '{' }

interface Building {
  readonly open: Group['open']
  readonly items: Node[]
  readonly line: number
  readonly at: number
}

/** Groups tokens by brackets. An unclosed bracket ends with the file, or with the line that starts a new statement. */
export function buildTree(tokens: readonly Token[], end: number): readonly Node[] {
  const root: Node[] = []
  const open: Building[] = []
  let tooDeep = 0
  const close = (at: number): void => {
    const { items, ...one } = open.pop()!
    ;(open.at(-1)?.items ?? root).push({ kind: 'group', ...one, items, end: at })
  }
  for (const token of tokens) {
    const items = open.at(-1)?.items ?? root
    if (token.kind === 'line') while (open.length > 0) close(token.at)
    const closes = token.kind === 'mark' && Object.hasOwn(CLOSES, token.text) ? CLOSES[token.text] : undefined
    if (closes !== undefined) {
      const place = open.findLastIndex((item) => item.open === closes)
      if (tooDeep > 0) tooDeep -= 1
      else if (place >= 0) while (open.length > place) close(token.at + 1)
    } else if (token.kind === 'mark' && /^[([{]$/.test(token.text)) {
      if (open.length < DEPTH_MAX) {
        open.push({ open: token.text as Group['open'], items: [], line: token.line, at: token.at })
      } else tooDeep += 1
    } else (token.kind === 'line' ? root : items).push(token)
  }
  while (open.length > 0) close(end)
  return root
}

export type MarkToken = Token & { readonly kind: 'mark' }
export type NameToken = Token & { readonly kind: 'name' }

export function isMark<Text extends string>(
  node: Node | undefined,
  ...texts: readonly Text[]
): node is MarkToken & { readonly text: Text } {
  return node?.kind === 'mark' && (texts as readonly string[]).includes(node.text)
}

/** @param texts  none: any name */
export function isName<Text extends string>(
  node: Node | undefined,
  ...texts: readonly Text[]
): node is NameToken & { readonly text: Text } {
  return node?.kind === 'name' && (texts.length === 0 || (texts as readonly string[]).includes(node.text))
}

export function isGroup<Open extends Group['open'] = Group['open']>(
  node: Node | undefined,
  open?: Open,
): node is Group & { readonly open: Open } {
  return node?.kind === 'group' && (open === undefined || node.open === open)
}

/** Returns the ranges between commas. */
export function pieces(items: readonly Node[]): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = []
  let from = 0
  for (let at = 0; at <= items.length; at += 1) {
    if (at < items.length && !isMark(items[at], ',', ';')) continue
    if (at > from) found.push([from, at])
    from = at + 1
  }
  return found
}
