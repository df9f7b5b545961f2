const guarded = express.Router()

guarded.get('/orders', requireLogin, list)
// ruleid: javascript-missing-authentication
guarded.delete('/orders/:id', async (req, res) => {
  await orders.remove(req.params.id)
  res.end()
})
// ok: javascript-missing-authentication
guarded.post('/login', (req, res) => {
  res.end()
})
// ok: javascript-missing-authentication
guarded.post('/orders', requireLogin, (req, res) => {
  res.end()
})

export function other() {
  const open = express.Router()
  // ok: javascript-missing-authentication
  open.post('/orders', (req, res) => {
    res.end()
  })
}

export function behind() {
  const all = express.Router()
  all.use(requireLogin)
  all.get('/orders', requireLogin, list)
  // ok: javascript-missing-authentication
  all.post('/orders', (req, res) => {
    res.end()
  })
}
