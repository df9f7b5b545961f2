import { createHash } from 'node:crypto'

import type { Answer, OpenApiDocument, Operation } from '../openapi/types.ts'
import { curlOf, exampleOf, parametersOf, resolved } from './example.ts'
import { Html, html, type Part, prose } from './html.ts'
import { fieldsOf, typeOf } from './schema.ts'
import { STYLE } from './style.ts'

/** A page and the content security policy under which it may be shown: no script, no request, only its own style. */
export interface DocsPage {
  readonly html: string
  readonly policy: string
}

/** In one piece: the policy names the hash of exactly what stands between the tags, so no formatter may touch it. */
const STYLE_ELEMENT = new Html(['<style>', STYLE, '</style>'].join(''))

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The interface description as one self-contained page, readable without a script and without the network. */
export function docsPage(document: OpenApiDocument): DocsPage {
  const { title, version, description } = document.info
  const groups = groupsOf(document)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <nav aria-label="Endpoints">
          <a class="brand" href="#top">${title}</a>
          ${groups.map(([tag, entries]) => navigation(tag, entries))}
        </nav>
        <main id="top">
          <header>
            <h1>${title} <span class="version">${version}</span></h1>
            ${description !== '' && html`<p>${prose(description)}</p>`}
            <p>
              This interface as <a href="/openapi.json">OpenAPI 3.1</a>. In the commands below, <code>BASE_URL</code> is
              the address of this service, <code>API_KEY</code> a key of a tenant, <code>ADMIN_KEY</code> the key of the
              platform team. Every refusal has the form
              <code>{"error": "a_code", "detail": "a sentence", "request_id": "an id"}</code>.
            </p>
          </header>
          ${groups.map(
            ([tag, entries]) =>
              html`<section>
                <h2>${titleOf(tag)}</h2>
                ${entries.map((entry) => article(entry, document))}
              </section>`,
          )}
        </main>
      </body>
    </html> `
  const styleHash = createHash('sha256').update(STYLE).digest('base64')
  return {
    html: page.text,
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

function groupsOf(document: OpenApiDocument): [tag: string, entries: Entry[]][] {
  const groups = new Map<string, Entry[]>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'other'
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }])
    }
  }
  return [...groups]
}

function navigation(tag: string, entries: readonly Entry[]): Html {
  const links = entries.map(
    ({ method, path, operation }) =>
      html`<li>
        <a href="#${operation.operationId}" title="${operation.summary}">${badge(method)}<span>${path}</span></a>
      </li>`,
  )
  return html`<h2>${titleOf(tag)}</h2>
    <ul>
      ${links}
    </ul>`
}

function article({ method, path, operation }: Entry, document: OpenApiDocument): Html {
  const parameters = parametersOf(operation, document)
  const body = operation.requestBody?.content['application/json']
  return html`<article id="${operation.operationId}">
    <h3>${operation.summary}</h3>
    <p class="line">${badge(method)}<code class="path">${path}</code><span class="key">${keyOf(operation)}</span></p>
    ${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
    <div class="columns">
      <div>
        ${
          parameters.length > 0 &&
          html`<h4>Parameters</h4>
            <ul class="fields">
              ${parameters.map(
                ({ name, in: place, required, schema, description }) =>
                  html`<li>
                    <code class="name">${name}</code> <span class="type">${typeOf(schema, document)}</span>
                    <span class="limits">${place}</span>
                    ${required === true && html`<span class="required">required</span>`}${description !== undefined && html`<p>${prose(description)}</p>`}
                  </li>`,
              )}
            </ul>`
        }
        ${
          body !== undefined &&
          html`<h4>Body</h4>
            ${fieldsOf(body.schema, document, 'required')}`
        }
        <h4>Answers</h4>
        ${Object.entries(operation.responses).map(([status, answer]) => answerOf(status, resolved(answer, document), document))}
      </div>
      <div>
        <h4>Call</h4>
        <pre tabindex="0"><code>${curlOf(method, path, operation, document)}</code></pre>
        ${exampleAnswer(operation, document)}
      </div>
    </div>
  </article>`
}

/** The good answer with its fields; of a refusal its code, because all refusals share one shape. */
function answerOf(status: string, { description, content = {} }: Answer, document: OpenApiDocument): Html {
  const [[type, media] = []] = Object.entries(content)
  if (!status.startsWith('2')) {
    const code =
      typeof media?.example === 'object' && media.example !== null && 'error' in media.example && media.example.error
    return html`<p class="answer">
      <span class="status">${status}</span> ${prose(description)}
      ${typeof code === 'string' && html`<code class="limits">${code}</code>`}
    </p>`
  }
  const fields = media === undefined ? html`` : fieldsOf(media.schema, document, 'optional')
  const label = html`<span class="status good">${status}</span> ${prose(description)}
    ${type !== undefined && html`<span class="limits">${type}</span>`}`
  return fields.text === ''
    ? html`<p class="answer">${label}</p>`
    : html`<details class="answer" open>
        <summary>${label}</summary>
        ${fields}
      </details>`
}

function exampleAnswer({ responses }: Operation, document: OpenApiDocument): Part {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const media = good && resolved(good[1], document).content?.['application/json']
  if (media === undefined) return undefined
  return html`<h4>Example answer</h4>
    <pre tabindex="0"><code>${JSON.stringify(exampleOf(media, document), null, 2)}</code></pre>`
}

const KEYS: Readonly<Record<string, string>> = {
  adminKey: 'admin key',
  tenantKey: 'tenant key',
  memberKey: 'key or session',
  session: 'session',
  testerKey: 'key or token',
}

/** What a caller must send; a scheme without a name here still counts as a key. */
function keyOf({ security }: Operation): string {
  const schemes = security.flatMap((one) => Object.keys(one))
  return (
    schemes.map((scheme) => KEYS[scheme]).find((key) => key !== undefined) ?? (schemes.length === 0 ? 'no key' : 'key')
  )
}

/** A tag as a heading: `platform` becomes `Platform`. */
function titleOf(tag: string): string {
  return tag.slice(0, 1).toUpperCase() + tag.slice(1)
}

function badge(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`
}
