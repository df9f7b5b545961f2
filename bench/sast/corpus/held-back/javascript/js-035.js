import Anthropic from '@anthropic-ai/sdk'

const anthropic = new Anthropic({ apiKey: window.sessionStorage.getItem('key'), dangerouslyAllowBrowser: true })
const output = document.getElementById('answer')

export async function ask(question) {
  output.textContent = '…'
  const message = await anthropic.messages.create({
    model: 'claude-3-5-haiku-latest',
    max_tokens: 500,
    messages: [{ role: 'user', content: question }],
  })
  const text = message.content.map((part) => part.text ?? '').join('')
  output.innerHTML = text.replaceAll('\n', '<br>')
}
