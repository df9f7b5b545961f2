const express = require('express')
const session = require('express-session')

const app = express()
app.set('trust proxy', 1)

app.use(
  session({
    name: 'sid',
    secret: process.env.SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: false, maxAge: 3_600_000 },
  }),
)

app.get('/', (req, res) => {
  req.session.visits = (req.session.visits || 0) + 1
  res.send(`Visit ${req.session.visits}`)
})

app.listen(3000)
