export default async function handler(req, res) {
  const { size, avatar } = req.query
  const source = `https://images.example.com/${encodeURIComponent(avatar)}/avatar.png?s=${encodeURIComponent(size)}`
  const answer = await fetch(source, { redirect: 'error' })
  if (!answer.ok) {
    res.status(404).end()
    return
  }
  res.setHeader('content-type', 'image/png')
  res.setHeader('cache-control', 'public, max-age=600')
  res.send(Buffer.from(await answer.arrayBuffer()))
}
