import Koa from 'koa'

const app = new Koa()

const encode = (text) =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

function page(title, body) {
  return `<html><head><title>${title}</title></head><body>${body}</body></html>`
}

app.use((ctx) => {
  const lang = ctx.query.lang ?? 'en'
  const notice = { de: 'Nicht gefunden', fr: 'Introuvable' }[lang]
  ctx.status = 404
  ctx.type = 'html'
  ctx.body = page('404', notice ?? `No text for language ${lang}`)
})

app.listen(80)
