import Fastify from 'fastify'
import OpenAI from 'openai'

const fastify = Fastify()
const openai = new OpenAI()
const TONES = { formal: 'Write formally.', friendly: 'Write in a friendly way.' }

fastify.post('/reply', async (request) => {
  const { tone, mail } = request.body
  const instruction = TONES[tone] ?? TONES.formal
  const answer = await openai.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [
      { role: 'system', content: `You answer mail of customers of a bakery. ${instruction}` },
      { role: 'user', content: mail },
    ],
  })
  return { draft: answer.choices[0].message.content }
})

await fastify.listen({ port: 3000 })
