const express = require('express')
const OpenAI = require('openai')

const app = express()
app.use(express.json())
const openai = new OpenAI()

function systemPrompt(profile) {
  const rules = ['You are the help desk of a library.', 'Never tell about other readers.']
  rules.push('The reader describes herself: ' + profile.about)
  return rules.join('\n')
}

app.post('/chat', async (req, res) => {
  const { profile, question } = req.body
  const answer = await openai.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [
      { role: 'system', content: systemPrompt(profile) },
      { role: 'user', content: question },
    ],
  })
  res.json({ answer: answer.choices[0].message.content })
})

app.listen(3000)
