import { expect, test } from 'vitest'
import {
  FairQueue,
  WAITING_CHARS_MAX,
  WAITING_CHARS_PER_TENANT_MAX,
  WAITING_TEXTS_MAX,
  WAITING_TEXTS_PER_TENANT_MAX,
} from '../../src/threads/fair-queue.ts'

const any = (): boolean => true

test('tenants alternate, however many texts one tenant has', () => {
  const queue = new FairQueue(2)
  for (let each = 0; each < 5; each += 1) queue.add({ tenantId: 'a', chars: 1 })
  queue.add({ tenantId: 'b', chars: 1 })
  queue.add({ tenantId: 'c', chars: 1 })
  const order = Array.from({ length: 7 }, () => queue.take(any)?.tenantId)
  expect(order).toEqual(['a', 'b', 'c', 'a', 'a', 'a', 'a'])
  expect(queue.take(any)).toBeUndefined()
})

test('a tenant at its limit is skipped and keeps its position', () => {
  const queue = new FairQueue(2)
  queue.add({ tenantId: 'a', chars: 1 })
  queue.add({ tenantId: 'b', chars: 1 })
  expect(queue.take((tenant) => tenant !== 'a')?.tenantId).toBe('b')
  expect(queue.take((tenant) => tenant !== 'a')).toBeUndefined()
  expect(queue.take(any)?.tenantId).toBe('a')
})

test('limits texts and characters, per tenant and in total', () => {
  const queue = new FairQueue(2)
  for (let each = 0; each < WAITING_TEXTS_PER_TENANT_MAX; each += 1) queue.add({ tenantId: 'a', chars: 1 })
  expect(() => queue.add({ tenantId: 'a', chars: 1 })).toThrow('Too many large texts')
  queue.add({ tenantId: 'b', chars: WAITING_CHARS_PER_TENANT_MAX })
  expect(() => queue.add({ tenantId: 'b', chars: 1 })).toThrow('Too many large texts')
  queue.add({ tenantId: 'c', chars: WAITING_CHARS_PER_TENANT_MAX })
  expect(() => queue.add({ tenantId: 'd', chars: WAITING_CHARS_MAX })).toThrow('Too many large texts')
  queue.drain()
  for (let each = 0; each < WAITING_TEXTS_MAX; each += 1) queue.add({ tenantId: `t${each}`, chars: 1 })
  expect(() => queue.add({ tenantId: 'new', chars: 1 })).toThrow('Too many large texts')
})

test('a single text over the limits waits alone', () => {
  const queue = new FairQueue(1)
  queue.add({ tenantId: 'a', chars: WAITING_CHARS_MAX + 1 })
  expect(queue.size).toBe(1)
})

test('a refused client receives a retry time that grows with the queue', () => {
  const queue = new FairQueue(1)
  queue.add({ tenantId: 'a', chars: WAITING_CHARS_PER_TENANT_MAX })
  let thrown: unknown
  try {
    queue.add({ tenantId: 'a', chars: 1 })
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ code: 'overloaded', retryAfter_s: 12 })
})
