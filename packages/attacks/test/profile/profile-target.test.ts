import { expect, test } from 'vitest'
import { PROFILE_MESSAGES_MAX, profileTarget } from '../../src/profile/profile-target.ts'
import { replyOf } from '../support/exchange.ts'
import { scriptedTarget } from '../support/scripted-target.ts'

const signal = new AbortController().signal

test('a clear first reply needs no further message', async () => {
  const target = scriptedTarget(() => 'never sent')
  const first = replyOf('Guten Tag! Ich beantworte Fragen zu Ausweis und Wohnsitz.')
  expect((await profileTarget(target, first, signal)).language).toBe('de')
  expect(target.asked).toEqual([])
})

test('short replies are completed by further harmless messages, and their number is bounded', async () => {
  const spanish = scriptedTarget((message) => (message === 'Hi' ? '¿En qué puedo ayudarle?' : 'ok'))
  expect((await profileTarget(spanish, replyOf('Hola'), signal)).language).toBe('es')
  const silent = scriptedTarget(() => '42')
  expect((await profileTarget(silent, replyOf('OK'), signal)).language).toBe('en')
  expect(silent.asked).toHaveLength(PROFILE_MESSAGES_MAX)
})
