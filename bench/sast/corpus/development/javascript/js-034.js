const OpenAI = require('openai')
const express = require('express')

const openai = new OpenAI()
const app = express()
app.use(express.json())

app.post('/chart', async (req, res) => {
  const answer = await openai.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [
      { role: 'system', content: 'Answer with one JavaScript object that describes a chart.' },
      { role: 'user', content: req.body.question },
    ],
  })
  const text = answer.choices[0].message.content
  const chart = JSON.parse(text)
  res.json({ kind: String(chart.kind), points: chart.points })
})

app.listen(3000)
