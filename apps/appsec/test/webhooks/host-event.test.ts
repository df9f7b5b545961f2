import { Secret } from '@gatehouse/kernel'
import { expect, test } from 'vitest'
import { isSigned } from '../../src/webhooks/host-event.ts'

// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
const SECRET = new Secret("It's a Secret to Everybody")
const DOCUMENTED = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
const delivery = { headers: {}, bytes: Buffer.from('Hello, World!'), payload: {} }

test('the signature that GitHub documents is accepted, in any case', () => {
  expect(isSigned(DOCUMENTED, delivery, SECRET)).toBe(true)
  expect(isSigned(DOCUMENTED.toUpperCase().replace('SHA', 'sha'), delivery, SECRET)).toBe(true)
})

test.each([
  ['nothing', undefined],
  ['blank', ''],
  ['another digest', DOCUMENTED.replace('757', '857')],
  ['more digits', `${DOCUMENTED}00`],
  ['another algorithm', DOCUMENTED.replace('sha256', 'sha512')],
  ['the digest without its algorithm', DOCUMENTED.slice(7)],
])('%s is not a signature', (_, signature) => {
  expect(isSigned(signature, delivery, SECRET)).toBe(false)
  expect(isSigned(DOCUMENTED, { ...delivery, bytes: Buffer.from('Hello, World') }, SECRET)).toBe(false)
})
