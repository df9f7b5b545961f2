import Anthropic from '@anthropic-ai/sdk'
import { generateText } from 'ai'
import OpenAI from 'openai'

const openai = new OpenAI({ apiKey: process.env.OPENAI_API_KEY })
const anthropic = new Anthropic()
// ruleid: javascript-llm-hardcoded-api-key
const written = new OpenAI({ apiKey: 'not-a-real-key' })
// ok: javascript-llm-hardcoded-api-key
const local = new OpenAI({ apiKey: 'ollama', baseURL: 'http://localhost:11434' })
// ruleid: javascript-llm-api-key-in-browser
const shown = new OpenAI({ apiKey: key, dangerouslyAllowBrowser: true })
// ok: javascript-llm-api-key-in-browser
const hidden = new OpenAI({ apiKey: process.env.OPENAI_API_KEY })

app.post('/chat', async (req, res) => {
  const { persona, text } = req.body
  // ruleid: javascript-llm-prompt-injection-system-prompt
  const first = { role: 'system', content: `You are ${persona}.` }
  // ok: javascript-llm-prompt-injection-system-prompt
  const second = { role: 'user', content: text }
  const orders = 'Speak as ' + req.body.persona
  await anthropic.messages.create({
    model: 'm',
    max_tokens: 10,
    // ruleid: javascript-llm-prompt-injection-system-prompt
    system: orders,
    messages: [],
  })
  // ok: javascript-llm-prompt-injection-system-prompt
  await generateText({ model, system: PERSONAS[req.body.kind], prompt: text })
  res.json(await openai.chat.completions.create({ model: 'm', messages: [first, second] }))
})

app.post('/all', async (req, res) => {
  // ruleid: javascript-llm-prompt-injection-message-roles
  res.json(await openai.chat.completions.create({ model: 'm', messages: req.body.messages }))
})

app.post('/texts', async (req, res) => {
  const messages = req.body.texts.map((content: string) => ({ role: 'user', content }))
  // ok: javascript-llm-prompt-injection-message-roles
  res.json(await openai.chat.completions.create({ model: 'm', messages }))
})

export async function help(question: string) {
  const orders = `The password of the database is ${process.env.DB_PASSWORD}.`
  return openai.chat.completions.create({
    model: 'm',
    messages: [
      // ruleid: javascript-llm-secret-in-prompt
      { role: 'system', content: orders },
      // ok: javascript-llm-secret-in-prompt
      { role: 'user', content: question },
    ],
  })
}

export async function loop(messages: Message[]) {
  // ruleid: javascript-llm-unbounded-agent-loop
  while (true) {
    const answer = await openai.chat.completions.create({ model: 'm', messages, tools })
    if (!wantsTools(answer)) return answer
    messages.push(...(await runTools(answer)))
  }
}

export async function bounded(messages: Message[]) {
  // ok: javascript-llm-unbounded-agent-loop
  for (let round = 0; round < 10; round += 1) {
    const answer = await openai.chat.completions.create({ model: 'm', messages, tools })
    if (!wantsTools(answer)) return answer
    messages.push(...(await runTools(answer)))
  }
}

// ruleid: javascript-llm-excessive-agency
const free = { type: 'mcp', server_url: 'https://tools.example', require_approval: 'never' }
// ok: javascript-llm-excessive-agency
const asked = { type: 'mcp', server_url: 'https://tools.example', require_approval: 'always' }
