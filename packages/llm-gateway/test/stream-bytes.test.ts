import { SseParser } from '@gatehouse/formats'
import { allGuards, compilePolicy, createRegistry, localWindows, resolveBlock, screenStream } from '@gatehouse/guards'
import { systemClock } from '@gatehouse/kernel'
import { expect } from 'vitest'
import { proves } from '../../../spec/proves.ts'

const CONTEXT = {
  tenantId: 'acme',
  stage: 'output',
  agentKey: undefined,
  userRole: undefined,
  sessionId: undefined,
  prompt: undefined,
  contextDocs: [],
  clock: systemClock,
} as const

const SECRET_NAME = {
  competitor_mention: { action: 'block', settings: { competitors: ['geheime Möwe 机密'] } },
} as const
const BEFORE = 'what was asked for is told in a few words that say no more than is known, and '.repeat(3).slice(0, 150)

proves(
  'guard:streaming.hold-back',
  'a blocked phrase whose events are split at any byte, even inside characters, is not released',
  async () => {
    const policy = compilePolicy(resolveBlock({ builtin: {}, configured: {} }, undefined, SECRET_NAME), {
      stage: 'output',
      mode: 'enforce',
      registry: createRegistry(allGuards),
      ports: { windows: localWindows(systemClock) },
      path: ['output'],
    })
    const text = `${BEFORE} geheime Möwe 机密 🔒 ${BEFORE}${BEFORE}`
    const events = Array.from(text.matchAll(/[\s\S]{1,5}/gu), ([content]) => `data: ${JSON.stringify({ content })}\n\n`)
    const bytes = Buffer.from(events.join(''))
    const from = bytes.indexOf('geh') - 40
    for (let cut = from; cut < from + 300; cut += 1) {
      const parser = new SseParser()
      const screen = screenStream(policy, CONTEXT)
      let left = ''
      let received = ''
      let isBlocked = false
      for (const part of [bytes.subarray(0, cut), bytes.subarray(cut, cut + 1), bytes.subarray(cut + 1)]) {
        for (const { data } of parser.push(part)) {
          const { content } = JSON.parse(data) as { content: string }
          received += content
          const { released, blocked } = await screen.push('content', content)
          left += released.map((item) => item.text).join('')
          isBlocked ||= blocked !== undefined
        }
      }
      expect({ cut, isBlocked, whole: received === text, leaks: left.length > BEFORE.length + 1 }).toEqual({
        cut,
        isBlocked: true,
        whole: true,
        leaks: false,
      })
    }
  },
)
