// VitePress configuration. tools/docs/stage.ts copies it next to the staged pages, and it reads the output of that tool.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codeClasses, codeColours } from './code.mjs'

const sidebarItem = fileURLToPath(new URL('./theme/sidebar-item.vue', import.meta.url))
const navigation = JSON.parse(readFileSync(new URL('./navigation.json', import.meta.url), 'utf8'))

export default {
  base: '/docs/',
  lang: 'en',
  title: 'Gatehouse',
  titleTemplate: ':title · Gatehouse',
  description: 'Protects AI applications and the software around them.',
  // Moves VitePress' inline scripts to a separate file; harden.ts does the rest.
  metaChunk: true,
  lastUpdated: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', sizes: 'any', href: '/docs/icon.svg' }]],
  // Addresses of the services on the reader's machine; every other link must lead somewhere.
  ignoreDeadLinks: 'localhostLinks',
  // A style element that a script writes is an inline style: a strict policy refuses it.
  appearance: { disableTransition: false },
  markdown: {
    html: false,
    theme: codeColours,
    codeTransformers: [codeClasses],
    headers: { level: [2, 3] },
    config: plainMarkdown,
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    siteTitle: 'Gatehouse docs',
    // The console serves these pages, one level below its own.
    nav: [...navigation.nav, { text: 'Console', link: '/../', target: '_self' }],
    sidebar: navigation.sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    docFooter: { prev: 'Before', next: 'Next' },
    externalLinkIcon: true,
    search: {
      provider: 'local',
      options: {
        detailedView: false,
        _render: searched,
        miniSearch: { searchOptions: { fuzzy: 0.15, prefix: true, boost: { title: 4, titles: 1, text: 1 } } },
      },
    },
  },
  vite: {
    logLevel: 'warn',
    build: { chunkSizeWarningLimit: 8_000 },
    resolve: { alias: [{ find: /^.*\/VPSidebarItem\.vue$/, replacement: sidebarItem }] },
  },
}

/** Disables template syntax in text. Column alignment is a class, since inline styles would be blocked. */
function plainMarkdown(md) {
  for (const rule of ['text', 'code_inline']) {
    const render = md.renderer.rules[rule]
    md.renderer.rules[rule] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;')
  }
  for (const rule of ['th_open', 'td_open']) {
    md.renderer.rules[rule] = (tokens, index, options, env, self) => {
      const token = tokens[index]
      const aligned = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1]
      if (aligned !== undefined) {
        token.attrs = token.attrs.filter(([name]) => name !== 'style')
        token.attrJoin('class', `is-${aligned}`)
      }
      return self.renderToken(tokens, index, options)
    }
  }
}

/** Searches cover text, not code, so that the index stays small. Pages that only show a file are left out. */
function searched(source, env, md) {
  if (env.relativePath.startsWith('source/')) return ''
  return md.render(source.replaceAll(/^(`{3,})[^]*?^\1$/gm, ''), env)
}
