import { expect, test } from 'vitest'
import { PROFILE_MESSAGES_MAX, profileTarget } from '../../src/profile/profile-target.ts'
import { replyOf } from '../support/exchange.ts'
import { scriptedTarget } from '../support/scripted-target.ts'

const signal = new AbortController().signal

test('the questions are in the language of the target', async () => {
  const target = scriptedTarget(() => 'Ich kenne nur Ausweis, Umzug und Termine. Bitte fragen Sie danach.')
  const first = replyOf('Guten Tag! Ich beantworte Fragen zu Ausweis und Wohnsitz.')
  const { language, subject } = await profileTarget(target, first, signal)
  expect(language).toBe('de')
  expect(subject.objects).toContain('Ausweis')
  expect(target.asked[0]).toMatch(/^Wann habt ihr geöffnet/)
  expect(target.asked.at(-1)).toMatch(/^Wie ist der Stand bei mir zu/)
})

test('a short first reply is completed by a greeting, and the number of messages is bounded', async () => {
  const spanish = scriptedTarget((message) => (message === 'Hi' ? '¿En qué puedo ayudarle?' : 'ok'))
  expect((await profileTarget(spanish, replyOf('Hola'), signal)).language).toBe('es')
  const silent = scriptedTarget(() => 'bill, claim, order')
  expect((await profileTarget(silent, replyOf('OK'), signal)).language).toBe('en')
  expect(silent.asked.length).toBeLessThanOrEqual(PROFILE_MESSAGES_MAX)
  const failing = scriptedTarget(() => replyOf('', { problem: 'timeout' }))
  await profileTarget(failing, replyOf('OK'), signal)
  expect(failing.asked).toHaveLength(1)
})

test('public content of harmless replies is known by its hash', async () => {
  const target = scriptedTarget(() => 'Our desk: maria.lopez@brightmail.org, +34 612 345 678.')
  const { publicContent } = await profileTarget(target, replyOf('Hello, I can help you with orders.'), signal)
  expect(publicContent.length).toBeGreaterThan(0)
  expect(JSON.stringify(publicContent)).not.toContain('lopez')
})
