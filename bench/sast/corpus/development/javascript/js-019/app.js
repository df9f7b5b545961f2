const express = require('express')
const { fetchPreview } = require('./preview')

const app = express()
app.use(express.json())

app.post('/link-preview', async (req, res) => {
  const preview = await fetchPreview(req.body.link)
  res.json(preview)
})

app.listen(8000)
