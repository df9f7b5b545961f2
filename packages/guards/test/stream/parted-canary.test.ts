import { expect, test } from 'vitest'
import { every, policyOf, prose, stream } from './harness.ts'

test.each([40, 200, 1_000])('a canary with %i signs between its letters does not leave', async (signs) => {
  const canary = 'project-falcon-seven'
  const policy = policyOf('output', {
    system_prompt_leak: { enabled: true, action: 'block', settings: { canaries: [canary] } },
  })
  const text = `${prose(300)} projectfalco${'-'.repeat(signs)}nseven ${prose(500)}`
  const { text: left, blocked } = await stream(policy, text, every(61, text.length))
  expect([blocked, left.includes('projectfalco')]).toEqual([true, false])
})
