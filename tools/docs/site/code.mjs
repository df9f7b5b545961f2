// Syntax highlighting without inline styles: each token kind gets a class, and theme/code.css sets its color.

/** Token kind → placeholder color until `codeClasses` replaces it. */
const KINDS = {
  plain: '#000000',
  comment: '#000001',
  string: '#000002',
  number: '#000003',
  keyword: '#000004',
  name: '#000005',
  type: '#000006',
  key: '#000007',
}

const kind = (foreground, ...scope) => ({ scope, settings: { foreground } })

export const codeColours = {
  name: 'gatehouse',
  type: 'light',
  colors: { 'editor.foreground': KINDS.plain, 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: KINDS.plain, background: '#ffffff' } },
    kind(KINDS.comment, 'comment', 'punctuation.definition.comment'),
    kind(KINDS.string, 'string', 'punctuation.definition.string', 'string.unquoted'),
    kind(KINDS.number, 'constant', 'constant.numeric', 'constant.language'),
    kind(KINDS.keyword, 'keyword', 'storage', 'keyword.operator.new'),
    kind(KINDS.plain, 'keyword.operator'),
    kind(KINDS.name, 'entity.name.function', 'support.function', 'entity.name.command'),
    kind(KINDS.type, 'entity.name.type', 'entity.name.class', 'support.type', 'support.class', 'entity.name.tag'),
    kind(
      KINDS.key,
      'support.type.property-name',
      'entity.name.tag.yaml',
      'meta.object-literal.key',
      'variable.parameter',
    ),
  ],
}

const CLASSES = new Map(Object.entries(KINDS).map(([name, colour]) => [colour, name]))

/** Merges adjacent spans of one kind, and converts spans without a kind to text. */
export const codeClasses = {
  name: 'gatehouse:classes',
  line(node) {
    const children = []
    for (const span of node.children) {
      const text = span.children?.[0]?.value
      if (span.type !== 'element' || text === undefined) {
        children.push(span)
        continue
      }
      const colour = /color:(#[0-9a-f]{6})/i.exec(String(span.properties?.style ?? ''))?.[1]?.toLowerCase()
      const name = text.trim() === '' ? 'plain' : (CLASSES.get(colour) ?? 'plain')
      const last = children.at(-1)
      if (name === 'plain') {
        if (last?.type === 'text') last.value += text
        else children.push({ type: 'text', value: text })
      } else if (last?.properties?.class === `is-${name}`) {
        last.children[0].value += text
      } else {
        children.push({
          type: 'element',
          tagName: 'span',
          properties: { class: `is-${name}` },
          children: [{ type: 'text', value: text }],
        })
      }
    }
    node.children = children
  },
}
