import express from 'express'
import escapeHtml from 'escape-html'
import DOMPurify from 'dompurify'
const app = express()
//// weak
app.get('/hello', (req, res) => {
  res.send(`<h1>Hello ${req.query.name}</h1>`)
})
//// safe
app.get('/hello', (req, res) => {
  res.send(`<h1>Hello ${escapeHtml(req.query.name)}</h1>`)
})
//// weak
app.get('/search', (req, res) => {
  res.write('<p>Results for ' + req.query.q + '</p>')
  res.end()
})
//// safe
app.get('/search', (req, res) => {
  res.json({ heading: 'Results for ' + req.query.q })
})
//// weak
const params = new URLSearchParams(window.location.search)
document.getElementById('banner').innerHTML = params.get('message')
//// safe
const params = new URLSearchParams(window.location.search)
document.getElementById('banner').textContent = params.get('message')
//// weak
window.addEventListener('hashchange', () => {
  document.querySelector('#tab').insertAdjacentHTML('beforeend', decodeURIComponent(location.hash.slice(1)))
})
//// safe
window.addEventListener('hashchange', () => {
  document.querySelector('#tab').insertAdjacentHTML('beforeend', DOMPurify.sanitize(decodeURIComponent(location.hash.slice(1))))
})
