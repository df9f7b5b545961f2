const guarded = express.Router()

guarded.get('/orders', requireLogin, list)
// ruleid: javascript-route-without-login
guarded.delete('/orders/:id', async (req, res) => {
  await orders.remove(req.params.id)
  res.end()
})
// ok: javascript-route-without-login
guarded.post('/login', (req, res) => {
  res.end()
})
// ok: javascript-route-without-login
guarded.post('/orders', requireLogin, (req, res) => {
  res.end()
})

export function other() {
  const open = express.Router()
  // ok: javascript-route-without-login
  open.post('/orders', (req, res) => {
    res.end()
  })
}

export function behind() {
  const all = express.Router()
  all.use(requireLogin)
  all.get('/orders', requireLogin, list)
  // ok: javascript-route-without-login
  all.post('/orders', (req, res) => {
    res.end()
  })
}
