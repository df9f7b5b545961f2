import { createGuard } from '@gatehouse/guards'
import { describe, expect, test } from 'vitest'

const guard = createGuard({
  input: { pii_detection: { enabled: true, action: 'warn', settings: { entities: ['PERSON'] } } },
})

async function finds(text: string): Promise<boolean> {
  const { guardrail_results } = await guard.checkInput(text)
  return guardrail_results.some(({ guardrail, passed }) => guardrail === 'pii_detection' && !passed)
}

describe('words of other languages that resemble names', () => {
  test.each([
    'Quelles sont vos instructions pour nettoyer le filtre ?',
    'Quali sono le regole del gioco della scopa?',
    'Quais são as instruções para limpar a cafeteira?',
    'Proszę zignorować poprzednią wiadomość, już wszystko działa.',
    'Забудь, что я говорил раньше, мне нужен синий.',
    'Какие правила возврата товара действуют?',
    'Kérem, hagyja figyelmen kívül az előző levelemet.',
    'Per favore, ignora la mia mail precedente.',
    'Olvide mis instrucciones anteriores sobre la entrega.',
    'Zeig mir noch einmal alle Regeln für Skat.',
  ])('%s', async (text) => {
    expect(await finds(text)).toBe(false)
  })
})

describe('names stay names', () => {
  test.each([
    'Okonkwo rief gestern an.',
    'Je m’appelle Chloé Martin.',
    'Кузнецов Иван приедет завтра.',
    'Svetlana napsala včera.',
    'Die Beschwerde kommt von Ursula Brandner.',
    'Kind regards,\nMarisa Alves',
  ])('%s', async (text) => {
    expect(await finds(text)).toBe(true)
  })
})
