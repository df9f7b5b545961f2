import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'

import type { ParamsOf } from '../src/endpoint.ts'
import { defineEndpoints, del, get, type Handlers, listEndpoints, post } from '../src/index.ts'

const table = defineEndpoints({
  create: post('/v1/things', {
    auth: 'config',
    body: z.object({ name: z.string(), size: z.number().default(1) }),
    response: z.object({ thing_id: z.string() }),
    status: 201,
    summary: 'Make a thing',
    tags: ['things'],
  }),
  read: get('/v1/things/{thing_id}/parts/{part}', {
    auth: 'runtime',
    query: z.object({ deep: z.coerce.boolean() }),
    response: z.object({ name: z.string() }),
    summary: 'Read a part',
  }),
  remove: del('/v1/things/{thing_id}', { auth: 'platform', status: 204, summary: 'Remove a thing' }),
})

describe('an endpoint table', () => {
  test('types the request of each handler from its row', () => {
    const handlers: Handlers<typeof table, { tenantId: string }> = {
      create: ({ body }) => {
        expectTypeOf(body).toEqualTypeOf<{ name: string; size: number }>()
        return { thing_id: body.name }
      },
      read: async ({ params, query, context }) => {
        expectTypeOf(query.deep).toEqualTypeOf<boolean>()
        return { name: params.thing_id + params.part + context.tenantId }
      },
      remove: () => {},
    }
    expect(Object.keys(handlers)).toEqual(Object.keys(table))
    expectTypeOf<ParamsOf<typeof table.remove>>().toEqualTypeOf<{ readonly thing_id: string }>()

    // @ts-expect-error: a missing handler does not compile
    const missing: Handlers<typeof table, unknown> = { create: handlers.create, read: handlers.read }
    // @ts-expect-error: an answer of another shape does not compile
    const wrong: Handlers<typeof table, unknown>['create'] = () => ({ id: 'x' })
    expect([missing, wrong]).toHaveLength(2)
  })

  test('lists its rows in the order in which they are written', () => {
    expect(
      listEndpoints(table).map(({ name, method, path, auth, status }) => [name, method, path, auth, status]),
    ).toEqual([
      ['create', 'POST', '/v1/things', 'config', 201],
      ['read', 'GET', '/v1/things/{thing_id}/parts/{part}', 'runtime', 200],
      ['remove', 'DELETE', '/v1/things/{thing_id}', 'platform', 204],
    ])
  })

  test('rejects two rows with the same route', () => {
    const endpoint = get('/a/{x}', { auth: 'none', summary: 'one' })
    const two = get('/a/{y}', { auth: 'none', summary: 'two' })
    expect(() => defineEndpoints({ one: endpoint, two })).toThrow('endpoints one and two both answer GET /a/{y}')
  })

  test.each(['a', '/a b', '/a/:id', '/a//b', '/{}', '/a/{x'])('refuses %j as a path', (path) => {
    expect(() => defineEndpoints({ one: get(path, { auth: 'none', summary: 'one' }) })).toThrow('is not a path')
  })
})
