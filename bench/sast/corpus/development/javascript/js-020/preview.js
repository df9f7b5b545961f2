const axios = require('axios')

const PARTNERS = new Set(['news.example.com', 'blog.example.com'])

async function fetchPreview(link) {
  const url = new URL(link)
  if (![...PARTNERS].some((name) => url.href.includes(name))) {
    throw new Error('This site has no previews')
  }
  const { data } = await axios.get(url.href, { timeout: 2000, maxRedirects: 0, responseType: 'text' })
  const title = /<title>([^<]{0,200})</.exec(data)
  return { title: title ? title[1] : url.host }
}

module.exports = { fetchPreview }
