const express = require('express')
const sessions = require('./sessions')

const router = express.Router()

router.post('/login', async (req, res) => {
  const user = await sessions.check(req.body.email, req.body.password)
  if (!user) {
    return res.status(401).render('login', { failed: true })
  }
  req.session.userId = user.id
  const next = req.query.next || '/'
  if (next.startsWith('/')) {
    return res.redirect(next)
  }
  res.redirect('/')
})

module.exports = router
