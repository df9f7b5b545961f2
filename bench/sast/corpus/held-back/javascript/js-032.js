import Router from '@koa/router'

const router = new Router()
const layout = { header: {}, footer: {} }

function setPath(root, keys, value) {
  let node = root
  keys.slice(0, -1).forEach((key) => {
    if (node[key] === undefined) node[key] = {}
    node = node[key]
  })

  node[keys.at(-1)] = value
}

router.put('/layout', (ctx) => {
  const { path, value } = ctx.request.body
  setPath(layout, path.split('.'), value)
  ctx.body = layout
})

export default router
