const Hapi = require('@hapi/hapi')
const fs = require('node:fs')

const THEMES = ['light', 'dark', 'contrast']

const start = async () => {
  const server = Hapi.server({ port: 3000 })

  server.route({
    method: 'GET',
    path: '/theme',
    handler(request, h) {
      let theme = request.query.name
      if (!THEMES.includes(theme)) {
        theme = THEMES[0]
      }
      const css = fs.readFileSync(`./themes/${theme}.css`, 'utf8')
      return h.response(css).type('text/css')
    },
  })

  await server.start()
}

start()
