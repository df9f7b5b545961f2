import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { harden } from '../../docs/harden.ts'
import { relinked } from '../../docs/links.ts'
import { unplaced } from '../../docs/navigation.ts'
import { pagePath, type SitePage, titleOf } from '../../docs/pages.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('pages', () => {
  test.each([
    ['docs/guide/scans.md', 'guide/scans.md'],
    ['docs/README.md', 'index.md'],
    ['docs/generated/guards/README.md', 'generated/guards/index.md'],
    ['README.md', 'project/readme.md'],
  ])('%s is published at %s', (path, at) => expect(pagePath(path)).toBe(at))

  test('are called by their first heading, without marks', () => {
    expect(titleOf('<!-- x -->\n\n# A [link](b.md) and `code`\n')).toBe('A link and code')
  })

  test('of the guide missing in the navigation are reported', () => {
    expect(unplaced(['docs/guide/scans.md', 'docs/guide/new.md', 'docs/other.md'])).toEqual(['docs/guide/new.md'])
  })
})

describe('links', () => {
  const page = (path: string, text: string): SitePage => ({ path, at: pagePath(path), title: '', text })

  function link(text: string) {
    const pages = [page('docs/guide/a.md', text), page('docs/guards/README.md', ''), page('CHANGELOG.md', '')]
    const linking = {
      root,
      pages: new Map(pages.map((item) => [item.path, item])),
      sources: new Set<string>(),
      files: new Set<string>(),
    }
    return { text: relinked(pages[0]!, linking), ...linking }
  }

  test.each([
    ['[c](../../CHANGELOG.md#first)', '[c](../project/changelog.md#first)'],
    ['[g](../guards)', '[g](../guards/index.md)'],
    ['[h](#here) [o](https://example.org/a.md)', '[h](#here) [o](https://example.org/a.md)'],
    ['[n](../../src/none.ts) stays', 'n stays'],
    ['<picture>\n<source srcset="d.png">\n<img src="l.png" alt="it" width="9">\n</picture>', 'it'],
    ['```md\n[c](../../CHANGELOG.md)\n```', '```md\n[c](../../CHANGELOG.md)\n```'],
  ])('%s becomes %s', (before, after) => expect(link(before).text).toBe(after))

  test('to repository files show their source, or download JSON and images', () => {
    put('examples/run.ts', 'run()')
    put('schemas/a.json', '{}')
    put('docs/a.png', 'PNG')
    const { text, sources, files } = link('[r](../../examples/run.ts) [s](../../schemas/a.json) ![p](../a.png)')
    expect(text).toBe('[r](../source/examples/run.ts.md) [s](/files/schemas/a.json) ![p](/files/docs/a.png)')
    expect([[...sources], [...files]]).toEqual([['examples/run.ts'], ['schemas/a.json', 'docs/a.png']])
  })
})

describe('pages that are built', () => {
  test('have their scripts moved to deduplicated files, in the same order and mode', () => {
    const script = '<script id="dark">go("</p>")</script>'
    put('a.html', `<head>${script}<script type="module" src="/docs/app.js"></script></head>`)
    put('b.html', `<head>${script}</head><div style="position:relative;" class="x">`)
    mkdirSync(join(root, 'assets'))
    harden(root, '/docs/')
    const [name = '', ...others] = readdirSync(join(root, 'assets'))
    expect([readFileSync(join(root, 'assets', name), 'utf8'), others]).toEqual(['go("</p>")', []])
    expect(readFileSync(join(root, 'a.html'), 'utf8')).toBe(
      `<head><script id="dark" src="/docs/assets/${name}"></script><script type="module" src="/docs/app.js"></script></head>`,
    )
    expect(readFileSync(join(root, 'b.html'), 'utf8')).toContain('<div class="x">')
  })

  test.each(['<p style="color:red">', '<style>p {}</style>', '<img onerror="go()">'])(
    'are refused with %s in them',
    (text) => {
      put('a.html', text)
      expect(() => harden(root, '/docs/')).toThrow('a.html holds an inline style or handler')
    },
  )
})
