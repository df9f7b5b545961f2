const express = require('express')
const { MongoClient } = require('mongodb')
const { verify } = require('./passwords')

const client = new MongoClient(process.env.MONGO_URL)
const app = express()
app.use(express.json())

app.post('/signin', async (req, res) => {
  const users = client.db('shop').collection('users')
  const email = req.body.email
  const user = await users.findOne({ email, disabled: false })
  if (user === null || !(await verify(user.hash, String(req.body.password)))) {
    return res.status(401).json({ message: 'Wrong e-mail or password' })
  }
  res.json({ id: user._id })
})

app.listen(3000)
