const http = require('node:http')
const { makeThumbnail } = require('./images')

http
  .createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost')
    if (url.pathname !== '/thumb') {
      response.writeHead(404).end()
      return
    }
    const width = url.searchParams.get('w') ?? '200'
    const file = await makeThumbnail('/srv/photos/front.jpg', width)
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    file.pipe(response)
  })
  .listen(3000)
