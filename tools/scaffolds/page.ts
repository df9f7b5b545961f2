import { UsageError, camel, kebabName, readOrThrow, words } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const PAGES = 'apps/console/src/pages'
const MESSAGES = 'apps/console/src/messages'
const AREAS = ['guard', 'appsec', 'redteam'] as const
const ICON = 'FileText'

export default {
  usage: '<area> <name>',
  about: 'a console page: its file, its texts, its entry in the navigation, and its test',
  plan(root, args) {
    const area = AREAS.find((item) => item === args[0])
    if (area === undefined) throw new UsageError(`the area is one of: ${AREAS.join(', ')}`)
    const file = kebabName(args[1], 'a page')
    const list = `${PAGES}/${area}/pages.ts`
    const page = `${PAGES}/${area}/${file}.tsx`
    return {
      create: {
        [page]: pageOf(area, file),
        [`${MESSAGES}/${area}/${file}.ts`]: messagesOf(file),
        [`apps/console/test/pages/${area}-${file}.test.ts`]: testOf(area, file),
      },
      change: { [list]: withRow(readOrThrow(root, list), area, file) },
      next: [
        `Write ${page}; its texts are in ${MESSAGES}/${area}/${file}.ts.`,
        'npx tsc --noEmit -p apps/console',
        'npm run check',
      ],
    }
  },
} satisfies Scaffold

function pageOf(area: string, file: string): string {
  return `import { ${ICON} } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { messages } from '../../messages/${area}/${file}.ts'

export default function ${pascal(file)}() {
  return (
    <>
      <PageHeader title={messages.title} intro={messages.intro} />
      <Card flush>
        <EmptyState icon={${ICON}} title={messages.empty}>
          {messages.emptyHelp}
        </EmptyState>
      </Card>
    </>
  )
}
`
}

function messagesOf(file: string): string {
  const title = words(file)
  return `export const messages = {
  title: '${title}',
  search: '${file.replaceAll('-', ' ')}',
  intro: '${title} of this service.',
  empty: 'No entries',
  emptyHelp: 'Entries are listed here as soon as they exist.',
} as const
`
}

function withRow(text: string, area: string, file: string): string {
  const name = `${camel(file)}Messages`
  const end = text.lastIndexOf('\n]\n')
  if (end === -1) throw new Error(`the pages of ${area} do not end in a list`)
  const row = `
  {
    path: '/${area}/${file}',
    title: ${name}.title,
    icon: ${ICON},
    area: '${area}',
    words: ${name}.search,
    load: () => import('./${file}.tsx'),
  },`
  const listed = text.slice(0, end) + row + text.slice(end)
  const imported = listed.replace(/import \{([^}]*)\} from 'lucide-react'/, (whole, input: string) => {
    const icons = input
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    if (icons.includes(ICON)) return whole
    return `import { ${[...icons, ICON].sort().join(', ')} } from 'lucide-react'`
  })
  const last = imported.lastIndexOf('\nimport ')
  const at = imported.indexOf('\n', last + 1)
  const line = `\nimport { messages as ${name} } from '../../messages/${area}/${file}.ts'`
  return imported.slice(0, at) + line + imported.slice(at)
}

function pascal(file: string): string {
  const name = camel(file)
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

function testOf(area: string, file: string): string {
  const name = pascal(file)
  return `import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages } from '../../src/messages/${area}/${file}.ts'
import ${name} from '../../src/pages/${area}/${file}.tsx'
import { ${area}Pages } from '../../src/pages/${area}/pages.ts'

test('is in the navigation, and its file loads', async () => {
  const page = ${area}Pages.find(({ path }) => path === '/${area}/${file}')
  expect(page?.title).toBe(messages.title)
  expect((await page?.load())?.default).toBe(${name})
})

test('shows its title and an empty state', () => {
  const html = renderToStaticMarkup(createElement(${name}))
  expect(html).toContain(messages.title)
  expect(html).toContain(messages.empty)
})
`
}
