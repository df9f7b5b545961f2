// Pages that programs fill in are read as texts, by the rules that name them, and no other texts are.
import { expect, test } from 'vitest'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { OWN_PACK } from '../src/scan/options.ts'
import { createSastScanner } from '../src/scanner.ts'

const FILES: Readonly<Record<string, string>> = {
  'app/views/a.html.erb': '<p><%= raw @comment.text %></p>\n',
  'views/a.ejs': '<p><%- comment.text %></p>\n',
  'views/a.twig': '<p>{{ comment.text|raw }}</p>\n',
  'resources/a.blade.php': '<p>{!! $comment->text !!}</p>\n',
  'shop/templates/shop/a.html': '<p>{{ comment.text|safe }}</p>\n',
  'src/A.vue': '<template><p v-html="comment.text"></p></template>\n',
  'src/A.svelte': '<p>{@html comment.text}</p>\n',
  'views/a.hbs': '<p>{{{comment.text}}}</p>\n',
  'Views/A.cshtml': '<p>@Html.Raw(Model.Text)</p>\n',
  'web/a.jsp': '<p>${param.name}</p>\n',
  'mail/a.ftl': '<p>${comment.text?no_esc}</p>\n',
}

const rulesIn = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { observations } = await runScan({ tree: treeOf(files), scanners: [createSastScanner({ rules: OWN_PACK })] })
  return observations.map(({ filePath }) => filePath)
}

test('each template has exactly one finding', async () => {
  expect((await rulesIn(FILES)).toSorted()).toEqual(Object.keys(FILES).toSorted())
})

test('an EJS page is analysed, including scripts next to unescaped values', async () => {
  const scripts = [
    '<h1><%- title %></h1>',
    '<% items.forEach((item) => { %><script>',
    'add("<%= item %>", <%- JSON.stringify(item) %>)',
    'document.write(location.hash)',
    '</script><% }) %>',
  ]
  const { observations, gaps } = await runScan({
    tree: treeOf({
      'views/a.ejs': scripts.join('\n'),
      'views/b.ejs': '<script>f({ a: <% if (x) { %> 1 <% } %> })</script>',
    }),
    scanners: [createSastScanner({ rules: OWN_PACK })],
  })
  expect(observations.map(({ startLine, ruleId }) => `${startLine} ${ruleId}`).toSorted()).toEqual([
    '1 sast/ejs-xss-unescaped-output',
    '4 sast/javascript-dom-xss',
  ])
  expect(gaps).toEqual([])
})

test('the same text in other files has no findings', async () => {
  const others = Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [`${path.replaceAll(/[/.]/g, '-')}.txt`, text]),
  )
  expect(await rulesIn({ ...others, 'docs/a.html': '<p>{{ comment.text|safe }}</p>\n' })).toEqual([])
})
