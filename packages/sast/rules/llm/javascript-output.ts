import { exec, execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, tool } from 'ai'
import OpenAI from 'openai'

const openai = new OpenAI()
const anthropic = new Anthropic()

export async function act(messages: Message[]) {
  const completion = await openai.chat.completions.create({ model: 'm', messages })
  const answer = completion.choices[0].message.content ?? ''
  // ruleid: javascript-llm-output-command-injection
  exec(answer)
  // ruleid: javascript-llm-output-code-injection
  eval(answer)
  // ruleid: javascript-llm-output-sql-injection
  await pool.query(answer)
  // ruleid: javascript-llm-output-xss
  panel.innerHTML = answer
  // ok: javascript-llm-output-xss
  panel.textContent = answer
  // ok: javascript-llm-output-xss
  panel.innerHTML = DOMPurify.sanitize(answer)
  // ok: javascript-llm-output-sql-injection
  await pool.query('insert into answers values ($1)', [answer])
  // ok: javascript-llm-output-code-injection
  return JSON.parse(answer)
}

export async function other(prompt: string) {
  const { text } = await generateText({ model, prompt })
  // ruleid: javascript-llm-output-code-injection
  vm.runInNewContext(text, {})
  const message = await anthropic.messages.create({ model: 'm', max_tokens: 10, messages: [] })
  run(message.content[0].text)
}

function run(command: string): void {
  // ruleid: javascript-llm-output-command-injection
  exec('sh -c ' + command)
}

export const read = tool({
  description: 'Reads a file',
  execute: async ({ name }) => {
    // ruleid: javascript-llm-output-path-traversal
    return fs.readFileSync(path.join('notes', name), 'utf8')
  },
})

export const readSafely = tool({
  description: 'Reads a file',
  execute: async ({ name }) => {
    const file = path.resolve('notes', name)
    if (!file.startsWith(path.resolve('notes') + path.sep)) throw new Error('not there')
    // ok: javascript-llm-output-path-traversal
    return fs.readFileSync(file, 'utf8')
  },
})

server.tool('shell', { command: z.string() }, async ({ command }) => {
  // ruleid: javascript-llm-output-command-injection
  exec(command)
  // ok: javascript-llm-output-command-injection
  execFile('ls', ['--', command])
  return { content: [] }
})

server.registerTool('fetch', { inputSchema }, async (given) => {
  // ruleid: javascript-llm-output-ssrf
  const page = await fetch(given.url)
  // ok: javascript-llm-output-ssrf
  const item = await fetch(`https://api.example/items/${given.id}`)
  return [page, item]
})
