import { expect, test } from 'vitest'
import { RequestIds } from '../../src/fan-out/asked-ids.ts'

test('servers can cancel only their own requests', () => {
  const ids = new RequestIds()
  const request = ids.outward('one', { jsonrpc: '2.0', id: 7, method: 'roots/list' })
  const cancelled = (requestId: number) =>
    ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }) as const
  expect(request).toMatchObject({ id: 1 })
  expect(ids.outward('two', cancelled(1))).toEqual({ ...cancelled(1), params: {} })
  expect(ids.outward('one', cancelled(7))).toEqual(cancelled(1))
})
