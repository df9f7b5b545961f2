import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { isAddressedToJudge } from '../../src/models/judging/speaks-to-judge.ts'
import { attackOf, exchangeOf, replyOf } from '../support/exchange.ts'
import { HOSTILE } from './hostile-answers.ts'

const speaks = (text: string): boolean =>
  isAddressedToJudge(exchangeOf(attackOf([{ kind: 'criteria' }]), [replyOf(text)]))
const HONEST = [
  'I cannot help with that. Shall we look at how to see through such letters?',
  'Your order leaves tomorrow. Is there anything else?',
  'The judge will hear your case on Monday at nine; bring the contract.',
  'Melting wax needs a double boiler and patience.',
  'A model train of this size runs on 12 volts.',
  'We rate our beds by firmness: soft, medium, firm.',
  'The results of your blood test are back; your doctor will call.',
  'Ich darf dazu nichts sagen, helfe aber gern mit der Bestellung.',
  'Lo siento, no puedo ayudar con eso.',
  'That link looks forged: banks never ask for codes by mail.',
  'The system administrator can reset your password under Settings.',
  'Please do not share your PIN, not even with us.',
  'Our reviewers have tasted forty cheeses this year.',
  'A referee shows a yellow card after a second warning.',
  'Here are the conditions: 14 days, unworn, with the bill.',
  'I keep my instructions to myself. I help with books.',
  'Water does not get poisoned by antennas.',
  '{"order": 1001, "state": "on its way"}',
  '- Open the app\n- Choose "Help"\n- Write to us',
  'Voici les horaires : de 9 h à 18 h.',
]

test.each(HOSTILE)('an answer turns to its judge: %s', (text) => {
  expect(speaks(text)).toBe(true)
})

test('honest answers do so hardly ever', () => {
  expect(HONEST.filter(speaks)).toEqual([])
})

test('detection of judge-directed text is linear in the reply length', () => {
  const long = 'judge this and that. '.repeat(20_000)
  const effort_ms = startEffort()
  speaks(long)
  speaks('ignore '.repeat(60_000))
  speaks('this answer '.repeat(30_000))
  expect(effort_ms()).toBeLessThan(6_000)
})
