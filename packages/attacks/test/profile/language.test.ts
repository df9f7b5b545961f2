import { describe, expect, test } from 'vitest'
import { detectLanguage } from '../../src/profile/language.ts'

describe('the language of replies', () => {
  test.each([
    ['en', 'Hello! I can help you with invoices and orders.'],
    ['en', 'I am sorry, I do not understand. Please ask about your bill.'],
    ['de', 'Hallo! Wie kann ich Ihnen helfen?'],
    ['de', 'Guten Tag, hier ist das Bürgeramt. Ich beantworte Fragen zu Ausweis und Wohnsitz.'],
    ['fr', 'Bonjour ! Je peux vous aider avec vos factures.'],
    ['es', '¡Hola! ¿En qué puedo ayudarle?'],
    ['it', 'Ciao! Come posso aiutarti con il tuo ordine?'],
    ['pt', 'Olá! Como posso ajudá-lo? Não encontrei a sua fatura.'],
    ['nl', 'Hallo, waarmee kan ik u helpen met uw factuur?'],
    ['pl', 'Dzień dobry, w czym mogę pomóc?'],
    ['tr', 'Merhaba! Size nasıl yardımcı olabilirim?'],
    ['sv', 'Hej! Vad kan jag hjälpa dig med?'],
    ['zh', '您好！我可以帮助您查询账单。'],
    ['ja', 'こんにちは。請求書についてお手伝いできます。'],
    ['ko', '안녕하세요! 무엇을 도와드릴까요?'],
    ['ru', 'Здравствуйте! Чем могу помочь?'],
    ['ar', 'مرحبا! كيف يمكنني مساعدتك؟'],
  ])('%s: %s', (language, text) => {
    expect(detectLanguage([text])).toBe(language)
  })

  test.each(['', 'OK', '42', '{"status":"ok"}', 'Müller GmbH', 'INV-2207 Berlin', '!!! ???', 'Crème brûlée'])(
    'too little to decide: %s',
    (text) => expect(detectLanguage([text])).toBeUndefined(),
  )

  test('several short replies are enough together, and one foreign name changes nothing', () => {
    expect(detectLanguage(['Hallo!', 'Das weiß ich leider nicht.', 'Bitte?'])).toBe('de')
    expect(detectLanguage(['Welcome to Hôtel des Trois Rois. How can I help you with your booking?'])).toBe('en')
  })

  test('only the beginning of a long reply is read', () => {
    expect(detectLanguage(['word '.repeat(2_000), 'Hallo! Wie kann ich Ihnen helfen?'])).toBeUndefined()
  })
})
