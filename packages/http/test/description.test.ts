import { createHash } from 'node:crypto'

import { defineEndpoints, get, post } from '@gatehouse/contracts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { z } from 'zod'

import { docsPage } from '../src/docs-page.ts'
import { openApiOf } from '../src/index.ts'
import { call, start, type Started } from './support.ts'

let started: Started
beforeAll(async () => {
  started = await start()
})
afterAll(() => started.server.close())

const Limits = z.object({ limit: z.number().default(3) }).meta({ id: 'Limits' })
const Node = z.object({
  name: z.string(),
  limits: Limits,
  get children() {
    return z.array(Node)
  },
})
const table = defineEndpoints({
  save: post('/trees', {
    auth: 'config',
    body: Node,
    response: Node,
    status: 201,
    summary: 'Save a tree',
    tags: ['trees'],
  }),
  load: get('/trees/{tree_id}', { auth: 'runtime', response: z.array(Node), summary: 'Load', tags: ['trees'] }),
  limits: get('/limits', {
    auth: 'platform',
    alsoRefuses: [501],
    response: Limits,
    alsoStatus: [429],
    summary: 'Limits <b>&</b>',
  }),
})

describe('the interface description', () => {
  proves('all:platform.openapi', 'is valid OpenAPI 3.1', async () => {
    const { body } = await call(`${started.url}/openapi.json`)
    const { valid, errors } = await new Validator().validate(body)
    expect([valid, errors]).toEqual([true, undefined])
    expect(body['openapi']).toBe('3.1.0')
  })

  test.each(['guard', 'appsec'] as const)(
    'is valid for schemas that refer to themselves, in the style of %s',
    async (validationStyle) => {
      const document = openApiOf({ service: 'trees', version: '1', tables: [table], validationStyle })
      const { valid, errors } = await new Validator().validate(structuredClone({ ...document }))
      expect([valid, errors]).toEqual([true, undefined])
      expect(Object.keys(document.paths['/trees']!['post']!.responses)).toContain(
        validationStyle === 'guard' ? '422' : '400',
      )
    },
  )

  test('lists the errors of an endpoint in addition to the common errors', () => {
    const { paths } = openApiOf({ service: 'trees', version: '1', tables: [table], validationStyle: 'appsec' })
    const { responses } = paths['/limits']!['get']!
    expect(Object.keys(responses)).toEqual(['200', '401', '429', '500', '501', '503'])
    expect(responses['501']).toEqual({ $ref: '#/components/responses/NotImplemented' })
  })

  test('uses two schema names if a default changes the input type', () => {
    const { components } = openApiOf({ service: 'trees', version: '1', tables: [table] })
    expect(components.schemas).toMatchObject({
      Limits: { required: ['limit'] },
      LimitsInput: { properties: { limit: { default: 3 } } },
      SaveRequest: { properties: { limits: { $ref: '#/components/schemas/LimitsInput' } } },
      SaveResponse: {
        properties: {
          limits: { $ref: '#/components/schemas/Limits' },
          children: { items: { $ref: '#/components/schemas/SaveResponse' } },
        },
      },
    })
  })

  test('every reference points at something', () => {
    const document = openApiOf({ service: 'trees', version: '1', tables: [table] })
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!)
    const lost = references.filter((reference) => {
      const [hash, first, kind, name] = reference.split('/')
      const group: Readonly<Record<string, object>> | undefined = document.components[kind as 'schemas']
      return hash !== '#' || first !== 'components' || group?.[name!] === undefined
    })
    expect(references.length).toBeGreaterThan(10)
    expect(lost).toEqual([])
  })

  test('lists authentication schemes and errors', () => {
    const { paths } = openApiOf({ service: 'trees', version: '1', tables: [table] })
    expect(paths['/trees']!['post']).toMatchObject({ security: [{ tenantKey: [] }, { tenantBearer: [] }] })
    expect(Object.keys(paths['/trees']!['post']!.responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '413', '415', '422', '429', '500', '503']),
    )
    expect(paths['/limits']!['get']).toMatchObject({ security: [{ adminKey: [] }] })
    const { 200: success, 429: limited } = paths['/limits']!['get']!.responses
    expect(limited).toEqual({ ...success, description: 'Too Many Requests' })
  })
})

describe('the page', () => {
  test('has no external resources and no scripts', async () => {
    const response = await fetch(`${started.url}/docs`)
    const text = await response.text()
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(text).not.toMatch(/<script|<img|<link|@import|url\(|https?:\/\/|style=| on[a-z]+=/)
  })

  test('has the style that its policy allows', async () => {
    const response = await fetch(`${started.url}/docs`)
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(await response.text()) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`'sha256-${digest}'`)
    expect(style).toContain('color-scheme')
  })

  test('lists every endpoint with its summary, and links the OpenAPI document', async () => {
    const text = await (await fetch(`${started.url}/docs`)).text()
    for (const [path, operations] of Object.entries(started.server.openapi().paths)) {
      for (const [method, { summary }] of Object.entries(operations)) {
        expect(text).toContain(`<code>${method.toUpperCase()} ${path}</code></td><td>${summary}</td>`)
      }
    }
    expect(text).toContain('<a href="/openapi.json">')
  })

  test('links the documentation site if its URL is configured', () => {
    const document = openApiOf({ service: 'trees', version: '1', tables: [table] })
    const site = 'http://localhost:4300/docs/'
    expect(docsPage(document, site).html).toContain(`<a href="${site}">Documentation</a>`)
    expect(docsPage(document, undefined).html).not.toContain('Documentation')
  })

  test('escapes the text of the contract', () => {
    const page = docsPage(openApiOf({ service: 'trees', version: '1', tables: [table] }), undefined)
    expect(page.html).toContain('Limits &lt;b&gt;&amp;&lt;/b&gt;')
    expect(page.html).not.toContain('<b>')
  })
})

test('a response of the description is named by its status', () => {
  const more = defineEndpoints({
    ready: get('/ready', { auth: 'none', response: Limits, alsoStatus: [503], summary: 'Ready' }),
  })
  const document = openApiOf({ service: 'trees', version: '1', tables: [more], validationStyle: 'appsec' })
  expect(document.paths['/ready']!['get']!.responses['503']).toMatchObject({ description: 'Service Unavailable' })
})
