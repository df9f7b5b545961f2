const { exec: run } = require('child_process')
const { Server } = require('socket.io')
const { WebSocketServer } = require('ws')
const { ipcMain } = require('electron')

const io = new Server(3000)

io.on('connection', (socket) => {
  socket.on('show', (message, done) => {
    // ruleid: javascript-command-injection
    run('show ' + message.name)
    done()
  })
  socket.on('move', async ({ from, to }) => {
    // ruleid: javascript-command-injection
    run('mv ' + from)
  })
  socket.on('copy', (from, to) => {
    // ruleid: javascript-command-injection
    run('cp ' + to)
  })
  // ruleid: javascript-command-injection
  run('show ' + socket.handshake.query.name)
  socket.on('disconnect', (reason) => {
    // ok: javascript-command-injection
    run('log ' + reason)
  })
})

new WebSocketServer({ port: 8080 }).on('connection', function (ws) {
  ws.on('message', function (data) {
    const message = JSON.parse(data)
    // ruleid: javascript-command-injection
    run('show ' + message.name)
  })
})

ipcMain.handle('show', async (event, name) => {
  // ruleid: javascript-command-injection
  run('show ' + name)
})

process.on('exit', (code) => {
  // ok: javascript-command-injection
  run('log ' + code)
})
