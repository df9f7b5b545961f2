import { createHash } from 'node:crypto'

import type { OpenApiDocument } from './openapi/types.ts'

/** HTML page with its content security policy: no scripts, no requests, only its own style. */
export interface DocsPage {
  readonly html: string
  readonly policy: string
}

/** The policy contains its hash, so that the text between the tags must not change. */
const STYLE =
  ':root{color-scheme:light dark}body{margin:2rem auto;max-width:60rem;padding:0 1rem;font:15px/1.5 system-ui,sans-serif}' +
  'td,th{padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top}td:first-child{white-space:nowrap}'

/** Renders the endpoints of a service as a table, with links to the OpenAPI document and, if served, the documentation. */
export function docsPage({ info, paths }: OpenApiDocument, documentation: string | undefined): DocsPage {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { summary }]) =>
        `<tr><td><code>${escaped(`${method.toUpperCase()} ${path}`)}</code></td><td>${escaped(summary)}</td></tr>`,
    ),
  )
  const title = escaped(info.title)
  const site = documentation === undefined ? '' : ` · <a href="${escaped(documentation)}">Documentation</a>`
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${title} ${escaped(info.version)}</h1>`,
    `<p>${escaped(info.description)}</p>`,
    `<p><a href="/openapi.json">OpenAPI document</a>${site}</p>`,
    `<table><thead><tr><th>Endpoint</th><th>Summary</th></tr></thead><tbody>`,
    ...rows,
    '</tbody></table></main></body></html>',
  ].join('\n')
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)
}
