import { createAgent } from 'langchain'
import { GoogleGenAI } from '@google/genai'
import { streamText } from 'ai'

export async function POST(request: Request) {
  const { messages, persona } = await request.json()
  // ruleid: javascript-llm-prompt-injection-message-roles
  const answer = streamText({ model, messages })
  // ruleid: javascript-llm-prompt-injection-system-prompt
  const agent = createAgent({ model, tools: [], systemPrompt: `You are ${persona}.` })
  // ok: javascript-llm-prompt-injection-system-prompt
  const other = createAgent({ model, tools: [], systemPrompt: 'You help.' })
  // ruleid: javascript-llm-prompt-injection-system-prompt
  const prompt = ChatPromptTemplate.fromMessages([['system', `You are ${persona}.`], ['human', '{input}']])
  // ok: javascript-llm-prompt-injection-system-prompt
  const safe = ChatPromptTemplate.fromMessages([['system', 'You help.'], ['human', persona]])
  return [answer, agent, other, prompt, safe]
}

io.on('connection', (socket) => {
  socket.on('ask', async (text) => {
    // ruleid: javascript-llm-prompt-injection-system-prompt
    await ai.models.generateContent({ contents: 'Go on.', config: { systemInstruction: text } })
    // ok: javascript-llm-prompt-injection-system-prompt
    await ai.models.generateContent({ contents: text, config: { systemInstruction: 'You help.' } })
  })
})

// ruleid: javascript-llm-hardcoded-api-key
export const ai = new GoogleGenAI({ apiKey: 'a-key-of-the-tests' })

// ruleid: javascript-llm-excessive-agency
export const browsing = toolkit({ allowDangerousRequests: true })
